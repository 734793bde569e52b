/** Tests sentences about a numbered lesion against the cells of its row, in five languages. */
import { expect, test } from 'vitest';
import { checkMeasuresAgree } from '#report/checks/measure-agreement.ts';
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';
import { element, paragraph, parsedState } from '#test/lib/report/states.ts';

function heading(title: string, code: string): LexicalNodeJson {
  return { ...element('heading', title), tag: 'h2', $: { section_code: code } };
}

function table(rows: readonly (readonly string[])[]): LexicalNodeJson {
  const cell = (text: string) => ({ ...element('tablecell'), children: [paragraph(text)] });
  const row = (texts: readonly string[]) => ({ ...element('tablerow'), children: texts.map(cell) });
  return { ...element('table'), children: rows.map(row) };
}

const found = (impression: string, today = '21', head = 'Today, mm') =>
  checkMeasuresAgree(
    parsedState(
      heading('Findings', '59776-5'),
      table([
        ['Lesion', 'Prior, mm', head],
        ['1 Nodule', '18', today],
        ['2 Node', '10', '9'],
      ]),
      heading('Impression', '19005-8'),
      paragraph(impression),
    ),
  ).map(({ severity, params }) => [severity, params['label'], params['text']]);

test.each([
  'Lesion 1 (Nodule) has shrunk from 18 to 11 mm (−38.9 %).',
  'Lesion 1 is unchanged at 11 mm.',
  'Läsion 1 ist von 18 auf 11 mm kleiner geworden.',
  'La lésion 1 est passée de 18 à 11 mm.',
  'La lesión 1 ha disminuido de 18 a 11 mm.',
  'A lesão 1 diminuiu de 18 para 11 mm.',
])('%j does not agree with 21 mm', (sentence) => {
  expect(found(sentence)).toEqual([['block', '1 Nodule', '11 mm']]);
});

test.each([
  'Lesion 1 has grown from 18 to 21 mm (+16.7 %).',
  'Lesion 1 has grown to 2.1 cm. Lesion 2 has shrunk to 9 mm.',
  'Lesion 1 measures 21 mm, lesion 2 9 mm.',
  'Lesion 1 was 18 mm.',
  'Lesion 1 of 21 x 14 mm.',
  'Lesion 3 measures 40 mm.',
  'Partial response.',
])('%j does', (sentence) => {
  expect(found(sentence)).toEqual([]);
});

test('a column in centimetres is read as one', () => {
  expect(found('Lesion 1 measures 21 mm.', '2,1', 'Today, cm')).toEqual([]);
});
