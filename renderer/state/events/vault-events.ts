/**
 * Receives changes by other windows, people and programs: one event stream per session. Subscribers read
 * changed data again, by requests that do not count as activity. Stores nothing.
 */
import type { VaultEvent } from '#contract/events/change-event.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { useSession } from '#renderer/state/session/session-store.ts';

type Listener = (event: VaultEvent) => void;

const listeners = new Set<Listener>();

/** Registers a listener; the returned function removes it. */
export function onVaultEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps the stream open while the window is unlocked. */
export function startVaultEvents(): void {
  let abort: AbortController | undefined;
  useSession.subscribe(({ phase }, before) => {
    if (phase === before.phase) return;
    abort?.abort();
    abort = undefined;
    if (phase !== 'unlocked') return;
    abort = new AbortController();
    // An ended session locks the window by itself; the next session opens a new stream.
    listen(abort.signal).catch(() => undefined);
  });
}

async function listen(signal: AbortSignal): Promise<void> {
  for await (const event of vault().events({ signal })) {
    for (const listener of listeners) listener(event);
  }
}
