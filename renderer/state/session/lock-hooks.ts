/**
 * What has to happen before content leaves the screen, and what has to be emptied afterwards.
 * A screen that holds unsaved text registers a `beforeLock` hook: it saves while the session still answers,
 * or puts its text into the hold (`held-text.ts`) when the session has already gone. A store that holds
 * decrypted content registers `onWipe`.
 * Source: clinician's reference, "Lock".
 */

export type LockReason = 'asked' | 'idle' | 'expired';

export interface LockContext {
  readonly reason: LockReason;
  /** False when the session has already ended: nothing can be written any more, only held. */
  readonly canSave: boolean;
}

type BeforeLock = (context: LockContext) => void | Promise<void>;

const beforeHooks = new Set<BeforeLock>();
const wipeHooks = new Set<() => void>();

/** Longest wait for the hooks; a lock that was asked for must come. */
const HOOKS_MAX_MS = 4_000;

/** Registers a hook; the answer unregisters it. */
export function beforeLock(hook: BeforeLock): () => void {
  beforeHooks.add(hook);
  return () => beforeHooks.delete(hook);
}

export function onWipe(hook: () => void): () => void {
  wipeHooks.add(hook);
  return () => wipeHooks.delete(hook);
}

/** Runs every hook to its end; one that fails does not keep the others from running. */
export async function runBeforeLock(context: LockContext): Promise<void> {
  const all = Promise.allSettled([...beforeHooks].map(async (hook) => hook(context)));
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, HOOKS_MAX_MS))]);
}

export function runWipe(): void {
  for (const hook of wipeHooks) hook();
}
