import { describe, expect, test } from 'vitest';
import { parseInstant, TIME_PRECISIONS, truncateInstant } from '#contract/instant.ts';

describe('parseInstant', () => {
  test.each([
    ['2026-03-02', '2026-03-02T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-03-02T14:03:00Z', '2026-03-02T14:03:00.000Z'],
    ['2026-03-02T14:03:00.5+02:00', '2026-03-02T12:03:00.500Z'],
    ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00.000Z'],
    ['2026-03-02t14:03:00z', '2026-03-02T14:03:00.000Z'],
  ])('takes %s as %s', (text, instant) => {
    expect(parseInstant(text)).toBe(instant);
  });

  test.each([
    '',
    ' ',
    '2026',
    '2026-3-2',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-03-02T14:03:00',
    '2026-03-02T24:00:00Z',
    '2026-03-02T23:60:00Z',
    '2026-03-02T14:03:00+25:00',
    '2026-03-02 14:03:00Z',
    'yesterday',
  ])('refuses «%s»', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });
});

describe('truncateInstant', () => {
  test('cuts to each precision and never lengthens', () => {
    const cut = TIME_PRECISIONS.map((precision) => truncateInstant('1961-03-14T10:11:12.345Z', precision));
    expect(cut).toEqual([
      '1961-03-14T10:11:12.345Z',
      '1961-01-01T00:00:00.000Z',
      '1961-03-01T00:00:00.000Z',
      '1961-03-14T00:00:00.000Z',
      '1961-03-14T10:00:00.000Z',
      '1961-03-14T10:11:00.000Z',
      '1961-03-14T10:11:12.000Z',
    ]);
  });
});
