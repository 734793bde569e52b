import { describe, expect, onTestFinished, test } from 'vitest';
import { VaultError } from '#contract/errors/vault-error.ts';
import { type PrincipalId, parsePrincipalId } from '#contract/ids.ts';
import { createUnlockThrottle } from '#server/identity/sessions/unlock-throttle.ts';
import { createUnlockFailureStore } from '#server/storage/cluster/unlock-failure-store.ts';
import { createCommitQueue } from '#server/storage/commit-queue.ts';
import { createTestClock, type TestClock } from '#test/support/clock.ts';
import { onlyWhere } from '#test/support/left-out.ts';
import { isOnPostgres } from '#test/support/postgres.ts';
import { testTempDir } from '#test/support/temp-dir.ts';
import { openTestEngine } from '#test/support/test-engine.ts';

/** Creates the throttle as a server started on the folder has it. */
function limiterOf(folder: string, clock: TestClock = createTestClock(), isClockDoubtful = () => false) {
  const db = openTestEngine(folder);
  const commits = createCommitQueue(db);
  onTestFinished(() => {
    commits.close();
    db.close();
  });
  return createUnlockThrottle({ clock, store: createUnlockFailureStore(db), commits, isClockDoubtful });
}

const principalOf = (id: string): PrincipalId => {
  const parsed = parsePrincipalId(id);
  if (parsed === undefined) throw new Error(id);
  return parsed;
};
const by = (fingerprint: string) => ({ fingerprint, person: null });

const PERSON = principalOf('0197a0c2-5b1e-7c3d-8f60-2a4b6c8d0e01');
const OTHER = principalOf('0197a0c2-5b1e-7c3d-8f60-2a4b6c8d0e02');
const personOf = (n: number) => principalOf(`0197a0c2-5b1e-7c3d-8f60-2a4b6c8d0f0${n}`);
const at = (fingerprint: string, person = PERSON) => ({ fingerprint, person });
const opens = async () => 'opened';

const wrong = async () => {
  throw new VaultError('credential_rejected', 'wrong');
};

/** An unlock that the test completes. */
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
    const opened = limiter.run(by('a'), first.open);
    const left = Array.from({ length: 10 }, () => limiter.run(by('a'), derive, { isGone: () => isGone }));
    const stayed = limiter.run(by('a'), derive);
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
    const all = [limiter.run(by('a'), first.open)];
    for (let n = 0; n < 16; n += 1)
      all.push(limiter.run(by('a'), async () => 'opened', { isGone: () => isGone }));
    await expect(limiter.run(by('a'), first.open)).rejects.toMatchObject({
      code: 'rate_limited',
      headers: { 'retry-after': '1' },
    });
    expect(await limiter.run(by('b'), async () => 'opened')).toBe('opened');
    isGone = true;
    const late = limiter.run(by('a'), async () => 'opened');
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
        await expect(before.run(by('a'), wrong)).rejects.toMatchObject({ code: 'credential_rejected' });
      const after = limiterOf(folder, clock);
      await expect(after.run(by('a'), wrong)).rejects.toMatchObject({
        code: 'rate_limited',
        headers: { 'retry-after': '1' },
      });
      expect(await after.run(by('b'), async () => 'opened')).toBe('opened');
      clock.advance(1_000);
      await expect(before.run(by('a'), wrong)).rejects.toMatchObject({ code: 'credential_rejected' });
      await expect(after.run(by('a'), wrong)).rejects.toMatchObject({ headers: { 'retry-after': '2' } });
      clock.advance(2_000);
      expect(await after.run(by('a'), async () => 'opened')).toBe('opened');
      await expect(before.run(by('a'), wrong)).rejects.toMatchObject({ code: 'credential_rejected' });
      expect(await before.run(by('a'), async () => 'opened')).toBe('opened');
    },
  );

  test('a clock that was once far ahead shuts nobody out: what is waited for counts from now', async () => {
    const folder = testTempDir();
    const clock = createTestClock();
    const ahead = createTestClock(clock.nowMs() + 4_000 * 86_400_000);
    const before = limiterOf(folder, ahead);
    for (let n = 0; n < 6; n += 1) {
      await before.run(by('a'), wrong).catch(() => undefined);
      ahead.advance(5_000);
    }
    const limiter = limiterOf(folder, clock);
    const waits = await limiter.run(by('a'), opens).catch((error) => error.headers['retry-after']);
    expect(Number(waits)).toBeLessThanOrEqual(2);
    await expect(limiter.run(by('a'), opens)).rejects.toMatchObject({ code: 'rate_limited' });
    clock.advance(2_000);
    expect(await limiter.run(by('a'), opens)).toBe('opened');
  });

  test('what the database has no room for counts all the same', async () => {
    const db = openTestEngine(testTempDir());
    onTestFinished(db.close);
    const clock = createTestClock();
    const limiter = createUnlockThrottle({
      isClockDoubtful: () => false,
      clock,
      store: createUnlockFailureStore(db),
      commits: {
        writeNow() {
          throw new VaultError('protocol_error', 'full');
        },
      },
    });
    for (let n = 0; n < 5; n += 1)
      await expect(limiter.run(by('a'), wrong)).rejects.toMatchObject({ code: 'credential_rejected' });
    await expect(limiter.run(by('a'), wrong)).rejects.toMatchObject({ code: 'rate_limited' });
  });
});

describe('guesses at a person', () => {
  const rejected = { code: 'credential_rejected' };
  const limited = { code: 'rate_limited' };
  type Limiter = ReturnType<typeof limiterOf>;
  async function guess(limiter: Limiter, aim: Parameters<Limiter['run']>[0], times: number): Promise<void> {
    for (let n = 0; n < times; n += 1) await expect(limiter.run(aim, wrong)).rejects.toMatchObject(rejected);
  }

  test('an opening with what is one’s own forgives none of them', async () => {
    const limiter = limiterOf(testTempDir());
    for (let n = 0; n < 5; n += 1) {
      await guess(limiter, at('script'), 1);
      expect(await limiter.run(by('script'), opens)).toBe('opened');
      expect(await limiter.run(at('script', OTHER), opens)).toBe('opened');
    }
    await expect(limiter.run(at('script'), wrong)).rejects.toMatchObject(limited);
  });

  test('they are counted over all certificates, after a restart too', async () => {
    const folder = testTempDir();
    const clock = createTestClock();
    const limiter = limiterOf(folder, clock);
    for (const certificate of ['a', 'b', 'c', 'd', 'e']) await guess(limiter, at(certificate), 1);
    await expect(limiter.run(at('f'), opens)).rejects.toMatchObject(limited);
    await expect(limiterOf(folder, clock).run(at('g'), opens)).rejects.toMatchObject(limited);
    expect(await limiter.run(at('f', OTHER), opens)).toBe('opened');
  });

  test('at once behind many certificates they are judged one after the other', async () => {
    const limiter = limiterOf(testTempDir());
    const ends = await Promise.allSettled(
      Array.from({ length: 20 }, (_each, n) => limiter.run(at(`certificate ${n}`), wrong)),
    );
    const judged = ends.filter(
      (end) => end.status === 'rejected' && end.reason.code === 'credential_rejected',
    );
    expect(judged).toHaveLength(5);
  });

  test('of one certificate at many persons they are counted as well', async () => {
    const limiter = limiterOf(testTempDir());
    for (let n = 0; n < 5; n += 1) await guess(limiter, at('script', personOf(n)), 1);
    await expect(limiter.run(at('script', personOf(9)), opens)).rejects.toMatchObject(limited);
  });

  test('keep nobody out where that person opens, which has a count of its own', async () => {
    const clock = createTestClock();
    const limiter = limiterOf(testTempDir(), clock);
    expect(await limiter.run(at('desk'), opens)).toBe('opened');
    clock.advance(30 * 24 * 60 * 60 * 1000);
    limiter.deleteOutlived();
    await guess(limiter, at('hostile'), 5);
    await expect(limiter.run(at('hostile'), opens)).rejects.toMatchObject(limited);
    expect(await limiter.run(at('desk'), opens)).toBe('opened');
    await guess(limiter, at('desk'), 4);
    expect(await limiter.run(at('desk'), opens)).toBe('opened');
    await guess(limiter, at('desk'), 5);
    await expect(limiter.run(at('desk'), opens)).rejects.toMatchObject(limited);
    await expect(limiter.run(at('hostile'), opens)).rejects.toMatchObject(limited);
  });
});
