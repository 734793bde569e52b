/**
 * Locks the page from outside: asks it to save its draft and lock within 5 s. Then locks any session still open. For
 * lock and sleep of the operating system, closing, and pages that crashed or hang.
 * Source: clinician's reference, "Lock"; choices, "Sessions and principals".
 */
import type { WebContents } from 'electron';
import { APP_ORIGIN } from '#main/app-protocol.ts';
import { type ForwardTarget, forwardRequest } from '#main/host/forward-request.ts';
import type { PageSessions } from '#main/host/open-session-tokens.ts';
import { EVENTS, type LockAsked, type LockCause } from '#main/preload/bridge.ts';

const ANSWER_MAX_MS = 5_000;

export interface PageLock {
  /** Resolves when the page has no open session. */
  readonly lock: (contents: WebContents | undefined, cause: LockCause) => Promise<void>;
  /** Locks without asking the page, because it is gone. */
  readonly lockWithoutPage: () => Promise<void>;
  /** Called when the page has finished a requested lock. */
  readonly done: (ask: number) => void;
}

/** Creates the lock of the page. @param onLocked removes other content of the page, such as drag copies. */
export function createPageLock(
  target: ForwardTarget,
  pageSessions: PageSessions,
  onLocked: () => void,
): PageLock {
  const waiting = new Map<number, () => void>();
  let lastAsk = 0;

  async function askPage(contents: WebContents, cause: LockCause): Promise<void> {
    if (contents.isDestroyed() || contents.isCrashed()) return;
    lastAsk += 1;
    const ask: LockAsked = { ask: lastAsk, cause };
    const answered = new Promise<void>((resolve) => waiting.set(ask.ask, resolve));
    const gone = new Promise<void>((resolve) => contents.once('render-process-gone', () => resolve()));
    const limit = Promise.withResolvers<void>();
    const timer = setTimeout(limit.resolve, ANSWER_MAX_MS);
    contents.send(EVENTS.lockAsked, ask);
    await Promise.race([answered, gone, limit.promise]);
    clearTimeout(timer);
    waiting.delete(ask.ask);
  }

  async function lockWithoutPage(): Promise<void> {
    const answers = pageSessions
      .take()
      .map((authorization) =>
        forwardRequest(
          target,
          new Request(`${APP_ORIGIN}/v1/session/lock`, { method: 'POST', headers: { authorization } }),
        ),
      );
    await Promise.all(answers);
    onLocked();
  }

  return {
    async lock(contents, cause) {
      if (contents) await askPage(contents, cause);
      await lockWithoutPage();
    },
    lockWithoutPage,
    done(ask) {
      waiting.get(ask)?.();
      waiting.delete(ask);
    },
  };
}
