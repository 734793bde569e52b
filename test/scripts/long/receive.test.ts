import { expect, test } from 'vitest';
import { RECEIVE } from '#scripts/receive/receive.ts';

test('twelve pictures sent to a locked vault are sealed, then filed', async (context) => {
  const { found, ran, skipped } = await RECEIVE.run(12, () => undefined);
  if (skipped !== undefined) context.skip(skipped);
  expect(found).toEqual([]);
  expect(ran).toMatch(/^12 images of 10 studies/);
}, 120_000);
