/**
 * Announces that this window has the exam open, and lists other windows that do. Unsealed changes count as
 * writing, otherwise as reading. Sends no caret position and no text.
 * Source: clinician's reference, 28; visual reference, "seen elsewhere".
 */
import type { Presence, PresentSession } from '#contract/events/presence.ts';
import { PRESENCE_EVERY_MS } from '#contract/limits.ts';
import { vault } from '#renderer/api/vault-client.ts';
import type { EditingSession } from '#renderer/editor/editing-session/editing-session.ts';
import { onVaultEvent } from '#renderer/state/events/vault-events.ts';
import { useSession } from '#renderer/state/session/session-store.ts';

export function watchPresence({ documents, store, set }: EditingSession): () => void {
  const { resource, id } = documents;
  if (resource !== 'exams') return () => undefined;
  let isHere = true;
  // Serial queue of announcements, so that leaving and opening again arrive in order.
  let said: Promise<void> = Promise.resolve();

  function ask(request: () => PromiseLike<Presence>): void {
    said = said
      .then(async () => {
        if (!isHere || useSession.getState().phase !== 'unlocked') return;
        const { items } = await request();
        if (isHere && !isSame(store.getState().present, items)) set({ present: items });
        // Ignore a failed request, because presence is asked for again within seconds.
      })
      .catch(() => undefined);
  }

  function stay(): void {
    const { phase, changed } = store.getState();
    if (phase === 'open') ask(() => vault().exams.presence.stay(id, changed ? 'writing' : 'reading'));
  }

  const offEvents = onVaultEvent(({ event, data }) => {
    if (event === 'presence' && data.id === id) ask(() => vault().exams.presence.list(id));
  });
  const offStore = store.subscribe(({ phase, changed }, before) => {
    if (phase !== before.phase || changed !== before.changed) stay();
  });
  const timer = setInterval(stay, PRESENCE_EVERY_MS);
  stay();

  return () => {
    isHere = false;
    clearInterval(timer);
    offEvents();
    offStore();
    said
      .then(() => (useSession.getState().phase === 'unlocked' ? vault().exams.presence.leave(id) : undefined))
      .catch(() => undefined);
  };
}

function isSame(before: readonly PresentSession[], now: readonly PresentSession[]): boolean {
  return JSON.stringify(before) === JSON.stringify(now);
}
