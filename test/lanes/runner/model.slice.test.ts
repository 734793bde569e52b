import { expect, test } from 'vitest';
import { MODEL } from '#lanes/model/model.ts';
import { runLane } from './run-lane.ts';

test('after ten random sequences of steps the vault holds what the model holds', async (context) => {
  const ran = await runLane(MODEL, 10, context);
  expect(ran).toMatch(/^10 sequences of \d+ steps/);
});
