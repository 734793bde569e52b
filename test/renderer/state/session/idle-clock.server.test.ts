import '#test/renderer/state/page-globals.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { vault } from '#renderer/api/vault-client.ts';
import { startIdleClock, useIdle } from '#renderer/state/session/idle-clock.ts';
import { enterVault, lock, openSession, useSession } from '#renderer/state/session/session-store.ts';
import { pressKey } from '#test/renderer/state/page-globals.ts';
import { pageVault } from '#test/renderer/state/page-vault.ts';
import { PASSPHRASE } from '#test/support/live-vault.ts';

const page = pageVault();
let isStarted = false;

beforeEach(async () => {
  // The vault runs in this process, so one fake clock controls both.
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() });
  startClock();
  await openSession({ passphrase: PASSPHRASE });
  await enterVault();
  page.sent.length = 0;
});

afterEach(async () => {
  await lock('asked');
  vi.clearAllTimers();
  vi.useRealTimers();
  isStarted = false;
});

function startClock(): void {
  if (!isStarted) startIdleClock();
  isStarted = true;
}

/** Idle limit of the vault, read from the session. */
function idleSeconds(): number {
  const { session } = useSession.getState();
  if (!session) throw new Error('No session is open.');
  return Math.round((Date.parse(session.idle_expires_at) - Date.now()) / 1000);
}

const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000);

describe('startIdleClock', () => {
  test('warns from thirty seconds before its own end, counting down', () => {
    const allowed = idleSeconds();
    pass(allowed - 3 - 32);
    expect(useIdle.getState().secondsLeft).toBeUndefined();
    pass(3);
    expect(useIdle.getState().secondsLeft).toBe(29);
    pass(10);
    expect(useIdle.getState()).toEqual({ secondsLeft: 19, canStay: true, idleMinutes: 15 });
  });

  test('locks while the vault’s session still answers, so that a draft can be saved', async () => {
    pass(idleSeconds() - 3);
    expect(useSession.getState()).toMatchObject({ phase: 'locking', lockReason: 'idle' });
    await lock('asked');
    expect(page.sent).toContain('POST /v1/session/lock');
    expect(useSession.getState().phase).toBe('locked');
  });

  test('a request is activity: the warning goes', async () => {
    const allowed = idleSeconds();
    pass(allowed - 10);
    expect(useIdle.getState().secondsLeft).toBeDefined();
    await vault().session.getPreferences();
    expect(useIdle.getState().secondsLeft).toBeUndefined();
    pass(allowed - 40);
    expect(useSession.getState().phase).toBe('unlocked');
  });

  test('reading the session’s own state is none', async () => {
    pass(idleSeconds() - 10);
    await vault().session.get();
    expect(useIdle.getState().secondsLeft).toBeDefined();
  });

  test('somebody who types is told to the vault once a minute, not at every key', async () => {
    pressKey('a');
    expect(page.sent).toEqual([]);
    pass(61);
    pressKey('b');
    pressKey('c');
    await vi.waitFor(() => expect(page.sent).toEqual(['GET /v1/settings']), 240_000);
    pressKey('d');
    expect(page.sent).toEqual(['GET /v1/settings']);
  });

  test('nothing is asked of the vault while nobody is here', () => {
    pass(120);
    expect(page.sent).toEqual([]);
  });
});
