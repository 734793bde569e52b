import { expect, test } from 'vitest';
import { TAMPER } from '#lanes/tampering/tamper.ts';
import { runLane } from './run-lane.ts';

test('three hundred changes behind the back of a vault: none opened wrongly, shown, lost, or in the way', async (context) => {
  const ran = await runLane(TAMPER, 300, context);
  const [content = 0, access = 0] = [...ran.matchAll(/(\d+) cells/g)].map(([, count]) => Number(count));
  expect(content).toBeGreaterThan(200);
  expect(access).toBeGreaterThan(40);
});
