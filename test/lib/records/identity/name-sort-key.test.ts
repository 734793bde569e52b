import { expect, test } from 'vitest';
import { nameSortKey } from '#records/identity/compare-demographics.ts';

test('names sort by family name, whether it is written first or last', () => {
  const names = ['Zoe Adler', 'Adler, Bea', 'Ada Moor', 'Brandt, Ottilie', 'Mirela Ana Kastellan', 'Cher'];
  const sorted = names.toSorted((a, b) => (nameSortKey(a) < nameSortKey(b) ? -1 : 1));
  expect(sorted).toEqual([
    'Adler, Bea',
    'Zoe Adler',
    'Brandt, Ottilie',
    'Cher',
    'Mirela Ana Kastellan',
    'Ada Moor',
  ]);
});
