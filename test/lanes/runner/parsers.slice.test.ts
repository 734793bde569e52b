import { expect, test } from 'vitest';
import { PARSERS, tryParsers } from '#lanes/parsers/parsers.ts';
import { runLane } from './run-lane.ts';

test('no parser fails by anything but its own refusal', async (context) => {
  const ran = await runLane(PARSERS, 1_500, context);
  expect(ran).toMatch(/^[\d,]+ inputs to \d+ parsers$/);
});

test('a stop heard between two inputs ends the lane', async () => {
  const stop = new AbortController();
  setImmediate(() => stop.abort());
  const { ran } = await tryParsers(1_000_000, () => {}, stop.signal);
  // Each parser tries at most what had begun.
  expect(Number(/^[\d,]+/.exec(ran)?.[0].replaceAll(',', ''))).toBeLessThan(10);
});
