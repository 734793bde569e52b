/** Tests date and time matching of QIDO-RS and C-FIND. */
import { expect, test } from 'vitest';
import { matcher } from '#records/identity/dicom-match.ts';

test.each([
  ['2024.01.02', '20240102', true],
  ['20240102', '2024.01.02', true],
  ['2024-01-02', '2024.01.02', true],
  ['2024.01.02-2024.01.05', '20240103', true],
  ['2024.01.02-2024.01.05', '2024.01.05', true],
  ['2024.01.02-2024.01.05', '20240106', false],
  ['2024-01-02-2024-01-05', '20240104', true],
  ['-2024.01.02', '20231231', true],
  ['-2024.01.02', '20240103', false],
  ['2024.01.02-', '20240103', true],
  ['2024.01.02', null, false],
])('a day %s and what was sent as %s', (key, value, isFound) => {
  expect(matcher('DA', key)(value)).toBe(isFound);
});
