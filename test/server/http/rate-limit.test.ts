import { expect, test } from 'vitest';
import { createRateLimit } from '#server/http/gate/rate-limit.ts';
import { createTestClock } from '#test/support/clock.ts';

const refused = expect.objectContaining({ code: 'rate_limited', headers: { 'retry-after': '1' } });

test('each certificate has so many requests in a second, counted apart', () => {
  const clock = createTestClock();
  const count = createRateLimit(2, clock);
  count('a');
  clock.advance(999);
  count('a');
  expect(() => count('a')).toThrow(refused);
  expect(() => count('b')).not.toThrow();
  clock.advance(1);
  expect(() => count('a')).not.toThrow();
});

test('a clock that is set back begins a new second and shuts nobody out', () => {
  const clock = createTestClock();
  const count = createRateLimit(1, clock);
  count('a');
  expect(() => count('a')).toThrow(refused);
  clock.advance(-3_600_000);
  expect(() => count('a')).not.toThrow();
  expect(() => count('a')).toThrow(refused);
});

test('without a limit nothing is counted', () => {
  const count = createRateLimit(undefined, createTestClock());
  for (let times = 0; times < 5_000; times += 1) count('a');
});
