import { expect, test } from 'vitest';
import { RECEIVE } from '#lanes/receive/receive-while-locked.ts';
import { runLane } from './run-lane.ts';

test('twelve pictures sent to a locked vault are sealed, then filed', async (context) => {
  const ran = await runLane(RECEIVE, 12, context);
  expect(ran).toMatch(/^12 images of 10 studies/);
});
