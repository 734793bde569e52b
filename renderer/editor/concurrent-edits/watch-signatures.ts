/**
 * Listens for co-signatures of the open report that other people make, request or withdraw, and reloads them.
 */

import type { EditingSession } from '#renderer/editor/editing-session/editing-session.ts';
import { loadSignatures } from '#renderer/editor/editing-session/sealing/report-signatures.ts';
import { onVaultEvent } from '#renderer/state/events/vault-events.ts';

/** Waits this long, because a signature and the end of its request arrive as two events. */
const GATHER_MS = 150;

export function watchSignatures(work: EditingSession): () => void {
  const { id, resource } = work.documents;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const off = onVaultEvent(({ event, data }) => {
    if (resource !== 'exams' || data.id !== id || (event !== 'document' && event !== 'cosign_request'))
      return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (work.store.getState().phase === 'open') void loadSignatures(work, { passive: true });
    }, GATHER_MS);
  });
  return () => {
    clearTimeout(timer);
    off();
  };
}
