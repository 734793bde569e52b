import '#test/renderer/state/page-globals.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { vault } from '#renderer/api/vault-client.ts';
import { beforeLock, type LockContext, onWipe } from '#renderer/state/session/lock-hooks.ts';
import {
  enterVault,
  lock,
  openSession,
  startSession,
  useSession,
} from '#renderer/state/session/session-store.ts';
import { hasStashedText, popStashedText, stashText } from '#renderer/state/unsaved/unsaved-text-stash.ts';
import { pageVault } from '#test/renderer/state/page-vault.ts';
import { PASSPHRASE } from '#test/support/live-vault.ts';

const page = pageVault();
const undo: (() => void)[] = [];

afterEach(async () => {
  for (const off of undo.splice(0)) off();
  page.isCut = false;
  page.onSend = undefined;
  await lock('asked');
});

async function unlock(): Promise<string> {
  await openSession({ passphrase: PASSPHRASE });
  await enterVault();
  const { session } = useSession.getState();
  if (!session) throw new Error('No session opened.');
  page.sent.length = 0;
  return session.session_id;
}

/** Ends the page's session from outside, as the vault does at its limit. */
const endSession = (sessionId: string) => page.vault().admin.session.end(sessionId);

const isOpen = async (sessionId: string) => {
  const sessions = await page.vault().admin.session.list().toArray({ limit: 100 });
  return sessions.some((row) => row.session_id === sessionId && row.state !== 'locked');
};

describe('startSession', () => {
  test('a vault that answers is locked', async () => {
    await startSession();
    expect(useSession.getState()).toMatchObject({ phase: 'locked', vault: { name: 'Test workspace' } });
  });

  test('a vault that does not answer is unreachable, and its reason is kept', async () => {
    page.isCut = true;
    await startSession();
    expect(useSession.getState().phase).toBe('unreachable');
    expect(useSession.getState().error).toBeDefined();
  });
});

describe('openSession', () => {
  test('opens without showing; enterVault shows, and remembers who', async () => {
    await startSession();
    await openSession({ passphrase: PASSPHRASE });
    expect(useSession.getState().phase).toBe('locked');
    await enterVault();
    const { phase, session, lastPrincipalId } = useSession.getState();
    expect(phase).toBe('unlocked');
    expect(lastPrincipalId).toBe(session?.principal.principal_id);
  });

  test('a refused passphrase opens nothing', async () => {
    await startSession();
    await expect(openSession({ passphrase: 'not this one at all' })).rejects.toMatchObject({
      code: 'credential_rejected',
    });
    expect(useSession.getState()).toMatchObject({ phase: 'locked', session: undefined });
  });
});

describe('lock', () => {
  test('covers, saves while the session answers, ends it on the server, wipes, in this order', async () => {
    const sessionId = await unlock();
    const order: string[] = [];
    undo.push(
      beforeLock(async ({ canSave, reason }) => {
        order.push(`${useSession.getState().phase} ${reason} ${canSave}`);
        await vault().session.putPreferences({ saved_before_lock: 'yes' });
      }),
      onWipe(() => order.push('wiped')),
    );
    page.onSend = (line) => {
      if (line.startsWith('POST') || line.startsWith('PUT')) order.push(line);
    };
    await lock('asked');
    expect(order).toEqual([
      'locking asked true',
      'PUT /v1/session/preferences',
      'POST /v1/session/lock',
      'wiped',
    ]);
    expect(useSession.getState()).toMatchObject({ phase: 'locked', session: undefined });
    expect(await isOpen(sessionId)).toBe(false);
    await unlock();
    expect(await vault().session.getPreferences()).toMatchObject({ saved_before_lock: 'yes' });
  });

  test('a second lock while the first runs changes nothing', async () => {
    await unlock();
    await Promise.all([lock('asked'), lock('idle')]);
    expect(useSession.getState().lockReason).toBe('asked');
    expect(page.sent.filter((line) => line === 'POST /v1/session/lock')).toHaveLength(1);
  });

  test('the token is gone: the window’s client has no session any more', async () => {
    await unlock();
    await lock('asked');
    await expect(vault().session.getPreferences()).rejects.toMatchObject({ code: 'session_required' });
  });

  test('locks although the server has stopped', async () => {
    await unlock();
    page.isCut = true;
    await lock('idle');
    expect(useSession.getState()).toMatchObject({ phase: 'locked', session: undefined, lockReason: 'idle' });
  });

  test('a session is opened again only after the lock has finished', async () => {
    await unlock();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    undo.push(beforeLock(() => held));
    const locked = lock('asked');
    const opened = openSession({ passphrase: PASSPHRASE });
    await Promise.resolve();
    expect(page.sent).not.toContain('POST /v1/session');
    release();
    await Promise.all([locked, opened]);
    expect(page.sent.indexOf('POST /v1/session/lock')).toBeLessThan(page.sent.indexOf('POST /v1/session'));
    await enterVault();
  });
});

describe('an expired session', () => {
  test('saves nothing: hooks are told so, hold their text, and no write is sent', async () => {
    const sessionId = await unlock();
    const principalId = useSession.getState().lastPrincipalId ?? '';
    const contexts: LockContext[] = [];
    undo.push(
      beforeLock(async (context) => {
        contexts.push(context);
        if (context.canSave) await vault().session.putPreferences({ saved_too_late: 'yes' });
        else await stashText(principalId, 'exam/1', { text: 'no new lesion' });
      }),
    );
    await endSession(sessionId);
    await expect(vault().session.getPreferences()).rejects.toMatchObject({ status: 401 });
    await lock('asked');
    expect(contexts).toEqual([{ reason: 'expired', canSave: false }]);
    expect(page.sent.filter((line) => !line.startsWith('GET '))).toEqual([]);
    expect(useSession.getState()).toMatchObject({
      phase: 'locked',
      session: undefined,
      lockReason: 'expired',
    });
    expect(hasStashedText(principalId)).toBe(true);
    expect(await popStashedText(principalId, 'exam/1')).toEqual({ text: 'no new lesion' });
  });

  test('a refused passphrase at the door is no expired session', async () => {
    await lock('asked');
    useSession.setState({ lockReason: undefined });
    await expect(openSession({ passphrase: 'not this one at all' })).rejects.toThrow();
    expect(useSession.getState().lockReason).toBeUndefined();
  });
});
