/**
 * Hears of versions of the open report that somebody else sealed, and says at once what they mean for the text;
 * again whenever a draft of more words was saved.
 */

import { actEnded, type ReportWork } from '#renderer/editor/editing-session/editing-session.ts';
import { versionOf, type WorkState } from '#renderer/editor/editing-session/editing-state.ts';
import {
  judgeMeeting,
  type Meeting,
  meetVersion,
} from '#renderer/editor/editing-session/merging/assess-incoming-version.ts';
import { onVaultEvent } from '#renderer/state/events/vault-events.ts';

export function watchVersions(work: ReportWork): () => void {
  const { documents, store } = work;
  let met: Meeting | undefined;
  const meet = async (state: WorkState): Promise<void> => {
    const version = state.elsewhere?.version;
    if (version && met?.version.version_id !== version.version_id) met = await meetVersion(work, version);
    else if (met && !store.getState().conflict) judgeMeeting(work, met);
  };
  const offEvents = onVaultEvent(({ event, data }) => {
    const isOurs = event === 'document' && data.resource === documents.resource && data.id === documents.id;
    // What fails here is met again at the next seal.
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

async function lookAtVersions(work: ReportWork, versionId: string | undefined): Promise<void> {
  const { store, documents } = work;
  // While this window itself seals, the news may be its own.
  await actEnded(work);
  if (versionId !== undefined && versionOf(store.getState(), versionId)) return;
  const versions = await documents.versions({ passive: true });
  await actEnded(work);
  const { phase, base_version_id, conflict, versions: known } = store.getState();
  const head = versions[0];
  // What is being decided must not change under the hand; a further version is met when it is sealed.
  if (conflict) return;
  if (phase !== 'open' || !head || (known[0]?.seq ?? 0) >= head.seq) return;
  work.set({ versions });
  if (head.version_id !== base_version_id) await meetVersion(work, head);
}
