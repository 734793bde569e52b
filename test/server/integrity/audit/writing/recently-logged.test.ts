import { expect, test } from 'vitest';
import { createRecentlyLogged } from '#server/integrity/audit/writing/recently-logged.ts';

test('the same is new once a minute, and where the clock was put back', () => {
  let now = 1_000_000;
  const isNew = createRecentlyLogged({ nowMs: () => now });
  expect(['a', 'a', 'b', 'a'].map(isNew)).toEqual([true, false, true, false]);
  now += 59_999;
  expect(isNew('a')).toBe(false);
  now += 1;
  expect([isNew('a'), isNew('a')]).toEqual([true, false]);
  now -= 10;
  expect([isNew('a'), isNew('a')]).toEqual([true, false]);
});

test('of very many it remembers the newest, and says some twice rather than not at all', () => {
  const isNew = createRecentlyLogged({ nowMs: () => 0 });
  for (let n = 0; n < 10_000; n += 1) expect(isNew(`${n}`)).toBe(true);
  expect(isNew('9999')).toBe(false);
  expect([isNew('one more'), isNew('one more'), isNew('9999')]).toEqual([true, false, true]);
});
