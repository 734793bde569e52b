import { expect, test } from 'vitest';
import { MODEL } from '#scripts/model/model.ts';

test('after ten random sequences of steps the vault holds what the model holds', async () => {
  const { found, ran } = await MODEL.run(10, () => undefined);
  expect(found).toEqual([]);
  expect(ran).toMatch(/^10 sequences of \d+ steps/);
}, 300_000);
