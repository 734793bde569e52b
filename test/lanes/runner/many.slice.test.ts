import { expect, test } from 'vitest';
import { MANY } from '#lanes/memory-growth/memory-growth.ts';
import { runLane } from './run-lane.ts';

test('two thousand files and twenty thousand entries are looked over, exported and backed up with a small heap', async (context) => {
  const ran = await runLane(MANY, 2_000, context);
  expect(ran).toMatch(/^2000 files and 20000 entries: doctor/);
}, 900_000);
