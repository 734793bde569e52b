/**
 * Hooks that run at a lock. A screen with unsaved text registers `beforeLock`: it saves while the session is
 * valid, else stashes its text (`unsaved-text-stash.ts`). A store with decrypted content registers `onWipe`.
 * Source: clinician's reference, "Lock".
 */

export type LockReason = 'asked' | 'idle' | 'expired';

export interface LockContext {
  readonly reason: LockReason;
  /** False if the session has already ended; text can then only be stashed. */
  readonly canSave: boolean;
}

type BeforeLock = (context: LockContext) => void | Promise<void>;

const beforeHooks = new Set<BeforeLock>();
const wipeHooks = new Set<() => void>();

/** Longest wait for the hooks, so that a requested lock always happens. */
const HOOKS_MAX_MS = 4_000;

/** Registers a hook; the returned function removes it. */
export function beforeLock(hook: BeforeLock): () => void {
  beforeHooks.add(hook);
  return () => beforeHooks.delete(hook);
}

export function onWipe(hook: () => void): () => void {
  wipeHooks.add(hook);
  return () => wipeHooks.delete(hook);
}

/** Runs every hook to its end; a failed one does not stop the others. */
export async function runBeforeLock(context: LockContext): Promise<void> {
  const all = Promise.allSettled([...beforeHooks].map(async (hook) => hook(context)));
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, HOOKS_MAX_MS))]);
}

export function runWipe(): void {
  for (const hook of wipeHooks) hook();
}
