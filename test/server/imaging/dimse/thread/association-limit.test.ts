import { expect, test } from 'vitest';
import { createAssociationLimit } from '#server/imaging/dimse/thread/association-limit.ts';

test('of associations that hold every place, the one silent longest gives way', () => {
  let now = 0;
  const ended: string[] = [];
  const limit = createAssociationLimit(2, 1000, () => now);
  const first = limit.enter(() => ended.push('first'));
  const second = limit.enter(() => ended.push('second'));
  expect([first, second]).not.toContain(undefined);

  now = 999;
  expect(limit.enter(() => undefined)).toBeUndefined();
  first?.heard();
  now = 1000;
  expect(limit.enter(() => ended.push('third'))).toBeDefined();
  expect(ended).toEqual(['second']);
  // Its connection closes; the place belongs to the third by then.
  second?.leave();
  expect(limit.enter(() => undefined)).toBeUndefined();
  first?.leave();
  expect(limit.enter(() => undefined)).toBeDefined();
  expect(ended).toEqual(['second']);
});
