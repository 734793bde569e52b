import { describe, expect, test } from 'vitest';
import { medianOf, tellApart } from '#scripts/timing/paired.ts';

const upTo = (count: number, by = 0) => Array.from({ length: count }, (_, at) => at + by);

describe('tellApart', () => {
  test('says one half of two samples that are the same, and of ties', () => {
    expect(tellApart(upTo(200), upTo(200))).toMatchObject({ share: 0.5, z: 0, medianDifferenceUs: 0 });
    expect(tellApart([1, 1, 1], [1, 1, 1]).share).toBe(0.5);
  });

  test('says by how much one is longer, and how often', () => {
    const told = tellApart(upTo(200, 50), upTo(200));
    expect(told.medianDifferenceUs).toBe(50);
    expect(told.between).toEqual([50, 50]);
    expect(told.share).toBeCloseTo(0.719, 2);
    expect(told.z).toBeGreaterThan(7);
    expect(tellApart([5, 6, 7], [1, 2, 3]).share).toBe(1);
  });
});

test('a median of an even number lies between the two in the middle', () => {
  expect(medianOf([4, 1, 3, 2])).toBe(2.5);
});
