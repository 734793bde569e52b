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

const textsOf = (rows: readonly (readonly string[])[], word = 'Prior') =>
  tablesOf(copySectionAsPrior([table(rows)], { prior: word, noUnit: 'unit not stated' }).nodes)[0];

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

test.each([
  ['Stenosis', ['50', '30'], 'Prior, Stenosis (unit not stated)'],
  ['Stenosis', ['50 %', '30 %'], 'Prior, Stenosis'],
  ['Stenosis', ['50 %', '30'], 'Prior, Stenosis (unit not stated)'],
  ['Stenosis, %', ['50', '30'], 'Prior, Stenosis, %'],
  ['Calcium (Agatston)', ['50', ''], 'Prior, Calcium (Agatston) (unit not stated)'],
  ['Volume (ml)', ['50', ''], 'Prior, Volume (ml)'],
])(
  'values headed %j, as %j, become values of the prior, and a missing unit is said',
  (head, values, prior) => {
    const [first = '', second = ''] = values;
    expect(
      textsOf([
        ['Vessel', head],
        ['LAD', first],
        ['RCA', second],
      ]),
    ).toEqual([
      ['Vessel', prior, head],
      ['LAD', first, ''],
      ['RCA', second, ''],
    ]);
  },
);

test('a table of words is copied as it is', () => {
  const rows = [
    ['Vessel', 'Stenosis'],
    ['LAD', 'moderate'],
  ];
  expect(textsOf(rows)).toEqual(rows);
});

test.each([
  [['Lesion', 'Today, mm'], 'Prior', ['Lesion', 'Prior, mm', 'Today, mm']],
  [['Läsion', 'Heute, mm'], 'Vorbefund', ['Läsion', 'Vorbefund, mm', 'Heute, mm']],
  [['Lesion', 'Size, cm'], 'Prior', ['Lesion', 'Prior, Size, cm', 'Size, cm']],
])('the values of a table headed %j get a prior column, and today is empty', (head, word, expected) => {
  expect(textsOf([head, ['1 Nodule', '18'], ['2 Node', '']], word)).toEqual([
    expected,
    ['1 Nodule', '18', ''],
    ['2 Node', '', ''],
  ]);
});

test('each measured column of a table without days gets its prior column', () => {
  expect(
    textsOf([
      ['Kidney', 'Length, mm', 'Echo', 'Width, mm'],
      ['right', '110', 'normal', '45'],
    ]),
  ).toEqual([
    ['Kidney', 'Prior, Length, mm', 'Length, mm', 'Echo', 'Prior, Width, mm', 'Width, mm'],
    ['right', '110', '', 'normal', '45', ''],
  ]);
});

test('a baseline stays, the last column moves, and the change is empty', () => {
  expect(
    textsOf([
      ['Lesion', 'Baseline, mm', 'Today, mm', 'Change, %'],
      ['1', '20', '18', '−10.0'],
    ]),
  ).toEqual([
    ['Lesion', 'Baseline, mm', 'Prior, mm', 'Today, mm', 'Change, %'],
    ['1', '20', '18', '', ''],
  ]);
});

test('values without a place, because cells are merged, are counted', () => {
  const merged = table([['Lesion', 'Today, mm'], ['Liver'], ['1', '18'], ['2', '20']]);
  const { nodes, left_out } = copySectionAsPrior([merged], { prior: 'Prior', noUnit: 'unit not stated' });
  expect(tablesOf(nodes)[0]).toEqual([['Lesion', 'Today, mm'], ['Liver'], ['1', ''], ['2', '']]);
  expect(left_out).toBe(2);
});
