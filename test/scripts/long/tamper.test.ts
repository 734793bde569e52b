import { expect, test } from 'vitest';
import { TAMPER } from '#scripts/tamper/tamper.ts';

test('three hundred changes behind the back of a vault: none opened wrongly, shown, lost, or in the way', async () => {
  const { found, ran } = await TAMPER.run(300, () => undefined);
  expect(found).toEqual([]);
  expect(Number(/^(\d+) cells/.exec(ran)?.[1])).toBeGreaterThan(250);
}, 300_000);
