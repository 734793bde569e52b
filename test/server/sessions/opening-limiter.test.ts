import { describe, expect, test } from 'vitest';
import { createOpeningLimiter } from '#server/sessions/opening-limiter.ts';
import { createTestClock } from '#test/support/clock.ts';

/** An opening that ends when it is told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { open: () => promise, end: () => resolve('opened') };
}

describe('openings of one certificate', () => {
  test('whoever went away before its turn costs no derivation', async () => {
    const limiter = createOpeningLimiter(createTestClock());
    const first = held();
    let derivations = 0;
    let isGone = false;
    const derive = async () => {
      derivations += 1;
    };
    const opened = limiter.run('a', first.open);
    const left = Array.from({ length: 10 }, () => limiter.run('a', derive, { isGone: () => isGone }));
    const stayed = limiter.run('a', derive);
    isGone = true;
    first.end();
    expect(await opened).toBe('opened');
    for (const each of left) await expect(each).rejects.toMatchObject({ code: 'rate_limited' });
    await stayed;
    expect(derivations).toBe(1);
  });

  test('sixteen may wait; further ones are told when to come again, and who left makes room', async () => {
    const limiter = createOpeningLimiter(createTestClock());
    const first = held();
    let isGone = false;
    const all = [limiter.run('a', first.open)];
    for (let n = 0; n < 16; n += 1)
      all.push(limiter.run('a', async () => 'opened', { isGone: () => isGone }));
    await expect(limiter.run('a', first.open)).rejects.toMatchObject({
      code: 'rate_limited',
      headers: { 'retry-after': '1' },
    });
    expect(await limiter.run('b', async () => 'opened')).toBe('opened');
    isGone = true;
    const late = limiter.run('a', async () => 'opened');
    first.end();
    expect(await late).toBe('opened');
    await Promise.allSettled(all);
  });
});
