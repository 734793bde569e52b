/** Tests words of change (unchanged, grown, stable disease) against measured values, in five languages. */
import { expect, test } from 'vitest';
import { checkChangesAgree } from '#report/checks/impression/change-agreement.ts';
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

const HEAD = ['Lesion', 'Baseline, mm', 'Prior, mm', 'Today, mm', 'Change, %'];

function found(impression: string, lesions: readonly (readonly string[])[]) {
  const state = parsedState(
    heading('Findings', '59776-5'),
    table([HEAD, ...lesions]),
    heading('Impression', '19005-8'),
    paragraph(impression),
  );
  return checkChangesAgree(state).map(({ severity, params }) => [
    severity,
    params['label'],
    params['text'],
    params['expected'],
  ]);
}

const GROWN = [
  ['1 Nodule', '20', '18', '26', '30.0'],
  ['2 Node', '20', '10', '10', '-50.0'],
  ['Sum', '40', '28', '36', '-10.0'],
];
const SHRUNK = [
  ['1 Nodule', '40', '20', '12', '-70.0'],
  ['Sum', '40', '20', '12', '-70.0'],
];
const STABLE = [
  ['1 Nodule', '20', '20', '21', '5.0'],
  ['Sum', '20', '20', '21', '5.0'],
];

test.each([
  ['Lesion 1 is unchanged.', 'unchanged'],
  ['Lesion 1 (nodule) is stable, lesion 2 too.', 'stable'],
  ['Lesion 1 without change. Lesion 2 unchanged.', 'without change'],
  ['Unchanged lesion 1.', 'Unchanged'],
  ['Lesion 1 has shrunk.', 'shrunk'],
  ['Läsion 1 unverändert.', 'unverändert'],
  ['Läsion 1 ist größenkonstant.', 'größenkonstant'],
  ['Läsion 1 ist kleiner geworden.', 'kleiner'],
  ['La lésion 1 est inchangée.', 'inchangée'],
  ['La lésion 1 a diminué.', 'diminué'],
  ['La lesión 1 sin cambios.', 'sin cambios'],
  ['La lesión 1 ha disminuido.', 'disminuido'],
  ['A lesão 1 está inalterada.', 'inalterada'],
  ['A lesão 1 diminuiu.', 'diminuiu'],
])('%j does not fit growth from 18 to 26 mm', (sentence, word) => {
  expect(found(sentence, GROWN)).toEqual([['warn', '1 Nodule', word, '18 → 26 mm']]);
});

test.each([
  'Lesion 1 has grown from 18 to 26 mm.',
  'Lesion 1 is no longer stable.',
  'Lesion 1 is not stable.',
  'Läsion 1 ist nicht mehr stabil.',
  'Lesion 2 is unchanged.',
  'Lesion 1 is unchanged in shape.',
  'Lesion 1 is unchanged since 2024.',
  'Lesion 1 has shrunk since baseline.',
  'Lesion 1 unstable.',
  'Lesion 3 is stable.',
  'The liver is unchanged.',
])('%j is left alone', (sentence) => {
  expect(found(sentence, GROWN)).toEqual([]);
});

test.each([
  'Stable disease.',
  'RECIST: SD.',
  'Stabile Erkrankung.',
  'Maladie stable.',
  'Enfermedad estable.',
  'Doença estável.',
  'Partial response.',
])('%j does not fit a sum that grew by more than a fifth of its smallest', (sentence) => {
  expect(found(sentence, GROWN).map(([, label, , expected]) => [label, expected])).toEqual([
    ['Sum', '28 → 36 mm (+28.6 %)'],
  ]);
});

test('stable disease does not fit a partial response, and fits small changes', () => {
  expect(found('Stable disease.', SHRUNK)).toHaveLength(1);
  expect(found('Partial response.', SHRUNK)).toEqual([]);
  expect(found('Lesion 1 has grown.', SHRUNK)).toHaveLength(1);
  expect(found('Stable disease. Lesion 1 is unchanged.', STABLE)).toEqual([]);
  expect(found('No stable disease.', GROWN)).toEqual([]);
  expect(found('Progressive disease.', STABLE)).toEqual([]);
  expect(found('Stable disease.', [['1 Nodule', '20', '', '', '']])).toEqual([]);
});
