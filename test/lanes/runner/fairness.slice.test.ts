import { expect, test } from 'vitest';
import { FAIRNESS } from '#lanes/fairness/fairness.ts';
import { runLane } from './run-lane.ts';

test('beside a viewer that asks for sixteen costly things at once nobody waits for more than its running one and the next', async (context) => {
  const ran = await runLane(FAIRNESS, 40, context);
  expect(ran).toMatch(/^120 requests of others/);
});
