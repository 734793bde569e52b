import { expect, test } from 'vitest';
import { CONTENTION } from '#scripts/load/contention.ts';

test('of sixty-four writers that expect the same version one is answered, five times', async () => {
  const { found, ran } = await CONTENTION.run(5, () => undefined);
  expect(found).toEqual([]);
  expect(ran).toMatch(/^5 rounds of 64 writers/);
}, 300_000);
