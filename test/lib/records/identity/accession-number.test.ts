import { describe, expect, test } from 'vitest';
import {
  accessionNumber,
  isAccessionNumber,
  withAccessionNumber,
} from '#records/identity/accession-number.ts';

describe('isAccessionNumber', () => {
  test.each(['7', 'RAD-2026/0042', 'Ü 12', 'x'.repeat(64), '\u{1D49C}'.repeat(64)])('takes %j', (number) => {
    expect(isAccessionNumber(number)).toBe(true);
  });

  test.each(['', ' ', 'x'.repeat(65), 'a\tb', 'a\nb', 'a\u0000', 'a\u200b', 'a\u2028b', 7, null, {}])(
    'refuses %j',
    (value) => {
      expect(isAccessionNumber(value)).toBe(false);
    },
  );
});

describe('withAccessionNumber', () => {
  test('puts the number in or takes it out and leaves the rest', () => {
    expect(withAccessionNumber(null, ' A-1 ')).toEqual({ accession_number: 'A-1' });
    expect(withAccessionNumber({ lab: 1, accession_number: 'A-1' }, '')).toEqual({ lab: 1 });
    expect(withAccessionNumber(null, '')).toBeNull();
  });
});

describe('accessionNumber', () => {
  test('is null where there is none, or something else stands in its place', () => {
    expect(accessionNumber({ accession_number: 'A-1' })).toBe('A-1');
    expect(accessionNumber({ accession_number: 12 })).toBeNull();
    expect(accessionNumber({})).toBeNull();
    expect(accessionNumber(null)).toBeNull();
  });
});
