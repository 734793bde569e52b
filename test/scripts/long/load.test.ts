import { expect, test } from 'vitest';
import { LOAD } from '#scripts/load/load.ts';

test('five seconds of many clients and hostile peers: every proper request is answered', async () => {
  const { found, ran } = await LOAD.run(5, () => undefined);
  expect(found).toEqual([]);
  expect(ran).toMatch(/^5 s of 64 clients/);
}, 300_000);
