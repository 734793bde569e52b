import { expect, test } from 'vitest';
import { LOG_GROWTH } from '#lanes/log-growth/log-growth.ts';
import { runLane } from './run-lane.ts';

test('an hour of machines and of a window is few entries', async (context) => {
  expect(await runLane(LOG_GROWTH, 1, context)).toMatch(/^1 hours each; figures every minute: 0 entries/);
});
