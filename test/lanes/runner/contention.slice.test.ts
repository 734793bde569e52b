import { expect, test } from 'vitest';
import { CONTENTION } from '#lanes/load/contention.ts';
import { runLane } from './run-lane.ts';

test('of sixty-four writers that expect the same version one is answered, five times', async (context) => {
  const ran = await runLane(CONTENTION, 5, context);
  expect(ran).toMatch(/^5 rounds of 64 writers/);
});
