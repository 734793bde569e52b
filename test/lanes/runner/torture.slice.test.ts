import { expect, test } from 'vitest';
import { TORTURE } from '#lanes/torture/torture.ts';
import { runLane } from './run-lane.ts';

test('a server killed ten times in the middle of mixed work loses nothing it had answered', async (context) => {
  const ran = await runLane(TORTURE, 10, context);
  expect(ran).toMatch(/^10 kills/);
});
