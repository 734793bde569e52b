/** Tests words of change against the two lengths of their sentence. */
import { expect, test } from 'vitest';
import { checkStatedChange } from '#report/checks/impression/stated-change.ts';

const found = (findings: string) =>
  checkStatedChange({ title: '', whole: findings, written: findings, findings, impression: '' }).map(
    ({ params }) => [params['text'], params['expected']],
  );

test.each([
  ['Nodule of 20 mm, previously 10 mm, unchanged.', 'unchanged', '10 mm → 20 mm'],
  ['Nodule 20 mm (previously 10 mm), decreased.', 'decreased', '10 mm → 20 mm'],
  ['Previously 10 mm, now 20 mm: stable.', 'stable', '10 mm → 20 mm'],
  ['Herd 20 mm, zuvor 10 mm, größenregredient.', 'größenregredient', '10 mm → 20 mm'],
  ['Herd 2,0 cm, zuvor 10 mm, unverändert.', 'unverändert', '10 mm → 2,0 cm'],
  ['Nodule de 20 mm, auparavant 10 mm, stable.', 'stable', '10 mm → 20 mm'],
  ['Nódulo de 20 mm, previamente 10 mm, sin cambios.', 'sin cambios', '10 mm → 20 mm'],
  ['Nódulo de 20 mm, anteriormente 10 mm, inalterado.', 'inalterado', '10 mm → 20 mm'],
])('%j is asked', (text, said, expected) => {
  expect(found(text)).toEqual([[said, expected]]);
});

test.each([
  'Nodule of 11 mm, previously 10 mm, unchanged.',
  'Nodule of 20 mm, previously 10 mm, increased.',
  'Nodule of 20 mm, previously 10 mm. Liver unchanged.',
  'Nodule of 20 x 14 mm, previously 10 x 8 mm, unchanged.',
  'Herd 20 mm, zuvor 10 mm, größenprogredient.',
  'Herd 8 mm, zuvor 10 mm, rückläufig.',
  'Cyst of 20 mm, not unchanged, previously 10 mm.',
])('%j is left alone', (text) => {
  expect(found(text)).toEqual([]);
});
