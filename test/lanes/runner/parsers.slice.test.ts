import { expect, test } from 'vitest';
import { PARSERS } from '#lanes/parsers/parsers.ts';
import { runLane } from './run-lane.ts';

test('no parser fails by anything but its own refusal', async (context) => {
  const ran = await runLane(PARSERS, 1_500, context);
  expect(ran).toMatch(/^[\d,]+ inputs to \d+ parsers$/);
});
