import { expect, test } from 'vitest';
import { isSameModality } from '#records/studies/modality.ts';

test('a radiograph is one, whatever the exam calls it; other modalities are their own', () => {
  for (const name of ['CR', 'DX', 'xr', ' RG ']) expect(isSameModality('CR', name), name).toBe(true);
  expect(isSameModality('ct', 'CT')).toBe(true);
  expect(isSameModality('MG', 'CR')).toBe(false);
  expect(isSameModality('', 'CR')).toBe(false);
});
