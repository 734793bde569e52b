import { expect, test } from 'vitest';
import { CLINIC } from '#lanes/cluster-failures/clinic-failures.ts';
import { runLane } from './run-lane.ts';

test('servers and a database killed, cut off, frozen and failed over lose nothing they answered', async (context) => {
  const ran = await runLane(CLINIC, 3, context);
  expect(ran).toMatch(/^2 kills of the database and 1 of a server, 1 of a primary/);
}, 900_000);
