import { describe, expect, test } from 'vitest';
import { ageAt } from '#records/identity/age.ts';

const AT = '2026-05-12T09:00:00Z';

describe('ageAt', () => {
  test.each([
    ['2026-05-12', 'days', 0],
    ['2026-05-11', 'days', 1],
    ['2026-04-15', 'days', 27],
    ['2026-04-14', 'weeks', 4],
    ['2026-03-24', 'weeks', 7],
    ['2026-02-13', 'weeks', 12],
    ['2026-02-12', 'months', 3],
    ['2025-05-12', 'months', 12],
    ['2024-05-13', 'months', 23],
    ['2024-05-12', 'years', 2],
    ['1961-05-13', 'years', 64],
    ['1961-05-12', 'years', 65],
  ])('born on %s: %s, %i', (birthDate, unit, count) => {
    expect(ageAt(`${birthDate}T00:00:00.000Z`, AT)).toEqual({ unit, count });
  });
});
