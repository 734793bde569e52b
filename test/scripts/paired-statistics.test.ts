import { describe, expect, test } from 'vitest';
import { medianOf, type Pair, pairedTest, verdictOf } from '#lanes/timing/paired-statistics.ts';

/** Symmetric noise, the same in every run. */
const pairs = (longerUs: (id: number) => number): Pair[] =>
  Array.from({ length: 800 }, (_, at) => ({
    id: String(at % 20),
    differenceUs: longerUs(at % 20) + ((at * 7919) % 401) - 200,
  }));

describe('tellApart', () => {
  test('says one half of what is the same, and of ties', () => {
    const told = pairedTest(
      pairs(() => 0),
      0.95,
    );
    expect(told.share).toBeCloseTo(0.5, 1);
    expect(told.between[0]).toBeLessThanOrEqual(0);
    expect(told.between[1]).toBeGreaterThanOrEqual(0);
    expect(pairedTest([{ id: 'a', differenceUs: 0 }], 0.95)).toMatchObject({ share: 0.5, z: 0, medianUs: 0 });
  });

  test('says by how much one is longer, and how often; a few long waits change nothing', () => {
    const told = pairedTest(
      pairs(() => 50).map((pair, at) => (at % 100 === 0 ? { ...pair, differenceUs: 90_000 } : pair)),
      0.95,
    );
    expect(told.medianUs).toBeGreaterThan(40);
    expect(told.medianUs).toBeLessThan(60);
    expect(told.between[0]).toBeGreaterThan(0);
    expect(told.z).toBeGreaterThan(7);
  });

  test('is as unsure as the ids differ among each other, however many pairs there are of each', () => {
    const [low, high] = pairedTest(
      pairs((id) => (id % 2 === 0 ? 150 : -150)),
      0.95,
    ).between;
    expect(high - low).toBeGreaterThan(100);
  });
});

describe('verdictOf', () => {
  const same = pairedTest(
    pairs(() => 0),
    0.95,
  );
  const longer = pairedTest(
    pairs(() => 50),
    0.95,
  );

  test('tells apart only where what must be the same is not', () => {
    expect(verdictOf(same, same)).toBe('alike');
    expect(verdictOf(longer, same)).toBe('apart');
    expect(verdictOf(longer, longer)).toBe('unsettled');
    expect(verdictOf(same, longer)).toBe('unsettled');
  });
});

test('a median of an even number lies between the two in the middle', () => {
  expect(medianOf([4, 1, 3, 2])).toBe(2.5);
});
