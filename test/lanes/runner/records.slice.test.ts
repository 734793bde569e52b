import { expect, test } from 'vitest';
import { RECORDS } from '#lanes/records/records.ts';
import { runLane } from './run-lane.ts';

test('records stay who and what they are', async (context) => {
  const ran = await runLane(RECORDS, 20, context);
  expect(ran).toMatch(/^20 cases of \d+ kinds$/);
});
