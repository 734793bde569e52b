/**
 * What other windows, people and programs change while this window stands open. One stream per session; whoever
 * shows something subscribes here and reads again what changed, by reads that are no activity. Holds nothing.
 */
import type { VaultEvent } from '#contract/events/event.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { useSession } from '#renderer/state/session/session-store.ts';

type Listener = (event: VaultEvent) => void;

const listeners = new Set<Listener>();

/** The answer ends it. */
export function onVaultEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Listens while the window is unlocked. */
export function startVaultEvents(): void {
  let abort: AbortController | undefined;
  useSession.subscribe(({ phase }, before) => {
    if (phase === before.phase) return;
    abort?.abort();
    abort = undefined;
    if (phase !== 'unlocked') return;
    abort = new AbortController();
    // A session that has gone locks the window by its own way; the next one begins anew.
    listen(abort.signal).catch(() => undefined);
  });
}

async function listen(signal: AbortSignal): Promise<void> {
  for await (const event of vault().events({ signal })) {
    for (const listener of listeners) listener(event);
  }
}
