import { expect, test } from 'vitest';
import { CLEARED } from '#lanes/cleared/cleared.ts';
import { runLane } from './run-lane.ts';

test('copies of files drawn at random have no identifier that went in, and every sample', async (context) => {
  const ran = await runLane(CLEARED, 40, context);
  expect(ran).toMatch(/^\d+ copies searched and compared, \d+ files left behind by name/);
}, 900_000);
