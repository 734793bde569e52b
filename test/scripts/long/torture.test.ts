import { expect, test } from 'vitest';
import { TORTURE } from '#scripts/torture/torture.ts';

test('a server killed ten times in the middle of mixed work loses nothing it had answered', async () => {
  const { found, ran } = await TORTURE.run(10, () => undefined);
  expect(found).toEqual([]);
  expect(ran).toMatch(/^10 kills/);
}, 300_000);
