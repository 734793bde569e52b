import { expect, test } from 'vitest';
import { tablesOf } from '#report/checks/table-checks.ts';
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';
import { copySectionAsPrior } from '#report/review/copy-as-prior.ts';
import { element, paragraph } from '#test/lib/report/states.ts';

function table(rows: readonly (readonly string[])[]): LexicalNodeJson {
  const cell = (text: string) => ({ ...element('tablecell'), children: [paragraph(text)] });
  const row = (texts: readonly string[]) => ({ ...element('tablerow'), children: texts.map(cell) });
  return { ...element('table'), children: rows.map(row) };
}

const textsOf = (rows: readonly (readonly string[])[]) => tablesOf(copySectionAsPrior([table(rows)]))[0];

test.each([
  ['Prior, mm', 'Today, mm'],
  ['Vorbefund, mm', 'Heute, mm'],
])('what %j and %j said moves one column back, and today is empty', (prior, today) => {
  const rows = [
    ['Lesion', prior, today, 'Change, %'],
    ['1 Nodule', '18', '16', '−11.1'],
    ['2 Node', '20', '13', '−35.0'],
    ['Sum', '38', '29', '−23.7'],
  ];
  expect(textsOf(rows)).toEqual([
    ['Lesion', prior, today, 'Change, %'],
    ['1 Nodule', '16', '', ''],
    ['2 Node', '13', '', ''],
    ['Sum', '29', '', ''],
  ]);
});

test('a table without days is copied as it is', () => {
  const rows = [
    ['Vessel', 'Stenosis'],
    ['LAD', '50'],
  ];
  expect(textsOf(rows)).toEqual(rows);
});

test('a table with today alone loses its values: they were not measured today', () => {
  expect(
    textsOf([
      ['Lesion', 'Today, mm'],
      ['1', '18'],
    ]),
  ).toEqual([
    ['Lesion', 'Today, mm'],
    ['1', ''],
  ]);
});
