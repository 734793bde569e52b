import { expect, test } from 'vitest';
import { TAMPER } from '#scripts/tamper/tamper.ts';
import { runLane } from './run-lane.ts';

test('three hundred changes behind the back of a vault: none opened wrongly, shown, lost, or in the way', async () => {
  const ran = await runLane(TAMPER, 300);
  expect(Number(/^(\d+) cells/.exec(ran)?.[1])).toBeGreaterThan(250);
}, 300_000);
