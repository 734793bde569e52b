import { expect, test } from 'vitest';
import { DEIDENTIFIED } from '#lanes/deidentified/deidentified.ts';
import { runLane } from './run-lane.ts';

test('copies of files drawn at random have no identifier that went in, and every sample', async (context) => {
  const ran = await runLane(DEIDENTIFIED, 40, context);
  expect(ran).toMatch(/^\d+ copies searched and compared, \d+ files left behind by name/);
}, 900_000);
