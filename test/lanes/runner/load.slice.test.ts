import { describe, expect, test } from 'vitest';
import { growthOf, LOAD } from '#lanes/load/load.ts';
import { runLane } from './run-lane.ts';

test('five seconds of many clients and hostile peers: every proper request is answered', async (context) => {
  const ran = await runLane(LOAD, 5, context);
  expect(ran).toMatch(/^5 s of 64 clients/);
});

describe('growthOf', () => {
  const samples = (of: (at: number) => number) => Array.from({ length: 600 }, (_, at) => of(at));

  test('is that of a line over the whole run, told from its second half', () => {
    expect(growthOf(samples((at) => 500 + at / 10))).toBeCloseTo(60 / 545, 2);
    expect(growthOf(samples((at) => 500 - at / 10))).toBeLessThan(-0.1);
  });

  test('is none where memory fills to a bound and stays, however it swings between two collections', () => {
    expect(growthOf(samples((at) => Math.min(500, 200 + 2 * at)))).toBeCloseTo(0, 3);
    expect(Math.abs(growthOf(samples((at) => 500 + 20 * Math.sin(at / 5))))).toBeLessThan(0.02);
    expect(growthOf([])).toBe(0);
  });
});
