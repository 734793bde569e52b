/**
 * Listens for versions of the open report that another person sealed and assesses each against the text.
 * Assesses again after each saved draft.
 */

import type { DocumentVersion } from '#contract/documents/views.ts';
import { isOtherDraftGone } from '#renderer/editor/editing-session/drafts/draft-conflict.ts';
import { type EditingSession, whenActionDone } from '#renderer/editor/editing-session/editing-session.ts';
import { type EditingState, versionOf } from '#renderer/editor/editing-session/editing-state.ts';
import {
  assessIncomingVersion,
  classifyIncomingVersion,
  conflictWith,
  type IncomingVersion,
} from '#renderer/editor/editing-session/merging/assess-incoming-version.ts';
import { loadSignatures } from '#renderer/editor/editing-session/sealing/report-signatures.ts';
import { onVaultEvent } from '#renderer/state/events/vault-events.ts';

export function watchIncomingVersions(work: EditingSession): () => void {
  const { documents, store } = work;
  let met: IncomingVersion | undefined;
  const meet = async (state: EditingState): Promise<void> => {
    const version = state.elsewhere?.version;
    if (version && met?.version.version_id !== version.version_id)
      met = await assessIncomingVersion(work, version);
    else if (met && !store.getState().conflict) classifyIncomingVersion(work, met);
  };
  const offEvents = onVaultEvent(({ event, data }) => {
    const isOurs = event === 'document' && data.resource === documents.resource && data.id === documents.id;
    // A failure here is not shown, because sealing checks for newer versions again.
    if (isOurs && data.change === 'updated') lookAtVersions(work, data.version_id).catch(() => undefined);
  });
  const offStore = store.subscribe((state, before) => {
    const isMore = state.changed !== before.changed || state.draft?.draft_rev !== before.draft?.draft_rev;
    if (state.elsewhere && isMore) meet(state).catch(() => undefined);
  });
  return () => {
    offEvents();
    offStore();
  };
}

/** A version that cannot be read is told beside a change all the same: the head would go on naming the one before. */
function tellUnread(work: EditingSession, head: DocumentVersion): void {
  const { changed, base_version_id, conflict } = work.store.getState();
  if (changed && !conflict && head.version_id !== base_version_id)
    work.set({ conflict: { theirs: head, facts: undefined } });
}

async function lookAtVersions(work: EditingSession, versionId: string | undefined): Promise<void> {
  const { store, documents } = work;
  // Wait for this window's own seal, because the event may report that seal.
  await whenActionDone(work);
  if (versionId !== undefined && versionOf(store.getState(), versionId)) return;
  const versions = await documents.versions({ passive: true });
  await whenActionDone(work);
  // The draft of another window became that version: this text is saved again.
  if (await isOtherDraftGone(work)) {
    work.clock.markDirty();
    work.clock.flush().catch(() => undefined);
  }
  const { phase, base_version_id, conflict, versions: known } = store.getState();
  const head = versions[0];
  if (phase !== 'open' || !head || (known[0]?.seq ?? 0) >= head.seq) return;
  work.set({ versions });
  if (head.version_id === base_version_id) return;
  // Two texts in conflict stay in conflict; the banner names the newest version.
  if (conflict) {
    const newest = await conflictWith(work, head);
    if (store.getState().conflict !== conflict) return;
    work.set({ conflict: newest });
    void loadSignatures(work, { passive: true });
  } else await assessIncomingVersion(work, head).catch(() => tellUnread(work, head));
}
