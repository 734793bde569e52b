import { describe, expect, onTestFinished, test } from 'vitest';
import { VaultError } from '#contract/vault-error.ts';
import { createCommitQueue } from '#server/db/commit-queue.ts';
import { createOpeningFailuresStore } from '#server/db/nodes/opening-failures-store.ts';
import { createOpeningLimiter } from '#server/sessions/opening-limiter.ts';
import { createTestClock, type TestClock } from '#test/support/clock.ts';
import { onlyWhere } from '#test/support/left-out.ts';
import { isOnPostgres } from '#test/support/postgres.ts';
import { testTempDir } from '#test/support/temp-dir.ts';
import { openTestEngine } from '#test/support/test-engine.ts';

/** As a server has it that is started on the folder. */
function limiterOf(folder: string, clock: TestClock = createTestClock()) {
  const db = openTestEngine(folder);
  const commits = createCommitQueue(db);
  onTestFinished(() => {
    commits.close();
    db.close();
  });
  return createOpeningLimiter({ clock, store: createOpeningFailuresStore(db), commits });
}

const wrong = async () => {
  throw new VaultError('credential_rejected', 'wrong');
};

/** An opening that ends when it is told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { open: () => promise, end: () => resolve('opened') };
}

describe('openings of one certificate', () => {
  test('whoever went away before its turn costs no derivation', async () => {
    const limiter = limiterOf(testTempDir());
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
    const limiter = limiterOf(testTempDir());
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

  test(
    'what was guessed before a restart counts after it, and is forgotten by a success',
    onlyWhere(!isOnPostgres, 'PostgreSQL keeps its rows in one place'),
    async () => {
      const folder = testTempDir();
      const clock = createTestClock();
      const before = limiterOf(folder, clock);
      for (let n = 0; n < 5; n += 1)
        await expect(before.run('a', wrong)).rejects.toMatchObject({ code: 'credential_rejected' });
      const after = limiterOf(folder, clock);
      await expect(after.run('a', wrong)).rejects.toMatchObject({
        code: 'rate_limited',
        headers: { 'retry-after': '1' },
      });
      expect(await after.run('b', async () => 'opened')).toBe('opened');
      clock.advance(1_000);
      await expect(before.run('a', wrong)).rejects.toMatchObject({ code: 'credential_rejected' });
      await expect(after.run('a', wrong)).rejects.toMatchObject({ headers: { 'retry-after': '2' } });
      clock.advance(2_000);
      expect(await after.run('a', async () => 'opened')).toBe('opened');
      await expect(before.run('a', wrong)).rejects.toMatchObject({ code: 'credential_rejected' });
      expect(await before.run('a', async () => 'opened')).toBe('opened');
    },
  );

  test('what the database has no room for counts all the same', async () => {
    const db = openTestEngine(testTempDir());
    onTestFinished(db.close);
    const clock = createTestClock();
    const limiter = createOpeningLimiter({
      clock,
      store: createOpeningFailuresStore(db),
      commits: {
        writeNow() {
          throw new VaultError('protocol_error', 'full');
        },
      },
    });
    for (let n = 0; n < 5; n += 1)
      await expect(limiter.run('a', wrong)).rejects.toMatchObject({ code: 'credential_rejected' });
    await expect(limiter.run('a', wrong)).rejects.toMatchObject({ code: 'rate_limited' });
  });
});
