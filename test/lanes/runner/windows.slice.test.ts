import { expect, test } from 'vitest';
import { WINDOWS } from '#lanes/windows/many-windows.ts';
import { runLane } from './run-lane.ts';

test('windows on either engine hear each save once, also of a PostgreSQL that is killed under them', async (context) => {
  const ran = await runLane(WINDOWS, 9, context);
  expect(ran).toMatch(/^SQLite: 0 windows, .*9 windows, a save/);
}, 900_000);
