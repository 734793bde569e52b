import { expect, test } from 'vitest';
import { createTurnSize } from '#server/system/concurrency/adaptive-batch-size.ts';

/** Processes `rows` at `msEach` in turns; returns the duration of each. */
function work(rows: number, msEach: (turn: number) => number): number[] {
  const size = createTurnSize();
  const took: number[] = [];
  for (let done = 0; done < rows; ) {
    const now = Math.min(size.next(), rows - done);
    const ms = now * msEach(took.length);
    size.took(ms);
    took.push(ms);
    done += now;
  }
  return took;
}

test.each([0.01, 0.05, 0.23, 1, 3])('no turn is longer than 50 ms where a row takes %d ms', (ms) => {
  const took = work(20_000, () => ms);
  expect(Math.max(...took)).toBeLessThanOrEqual(50);
});

test('cheap rows go in large turns, and dear ones in small ones at once', () => {
  const took = work(20_000, (turn) => (turn < 20 ? 0.02 : 2));
  expect(took.slice(21).every((ms) => ms <= 50)).toBe(true);
  expect(work(10_000, () => 0.01).length).toBeLessThan(40);
});

test('a turn that took no time at all makes the next one larger', () => {
  const size = createTurnSize();
  size.took(0);
  expect(size.next()).toBe(32);
  size.took(1_000);
  expect(size.next()).toBe(4);
});
