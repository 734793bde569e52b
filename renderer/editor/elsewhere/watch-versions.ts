/**
 * Hears of versions of the open report that somebody else sealed. A text nobody has touched here waits for its
 * person to take the new one in; with unsealed changes it is a conflict, told now and not at the next seal.
 * The text never moves by itself. Source: visual reference, "seen elsewhere"; clinician's reference, "Conflict flow".
 */

import type { ReportWork } from '#renderer/editor/work/report-work.ts';
import { versionOf } from '#renderer/editor/work/work-state.ts';
import { onVaultEvent } from '#renderer/state/events/vault-events.ts';

export function watchVersions(work: ReportWork): () => void {
  const { documents, store } = work;
  const offEvents = onVaultEvent(({ event, data }) => {
    const isOurs = event === 'document' && data.resource === documents.resource && data.id === documents.id;
    // What fails here is met again at the next seal.
    if (isOurs && data.change === 'updated') lookAtVersions(work, data.version_id).catch(() => undefined);
  });
  const offStore = store.subscribe(({ changed, elsewhere, conflict }) => {
    if (changed && elsewhere && !conflict)
      work.set({ conflict: { theirs: elsewhere }, elsewhere: undefined });
  });
  return () => {
    offEvents();
    offStore();
  };
}

async function lookAtVersions(work: ReportWork, versionId: string | undefined): Promise<void> {
  const { store, documents } = work;
  await settled(work);
  if (versionId !== undefined && versionOf(store.getState(), versionId)) return;
  const versions = await documents.versions({ passive: true });
  await settled(work);
  const { phase, base_version_id, changed, draft, conflict, versions: known } = store.getState();
  const head = versions[0];
  // What is being decided must not change under the hand; a further version is met when it is sealed.
  if (conflict) return;
  if (phase !== 'open' || !head || (known[0]?.seq ?? 0) >= head.seq) return;
  if (head.version_id === base_version_id) work.set({ versions });
  else if (changed || draft) work.set({ versions, conflict: { theirs: head }, elsewhere: undefined });
  else work.set({ versions, elsewhere: head });
}

/** While this window itself seals, the news may be its own. */
function settled({ store }: ReportWork): Promise<void> {
  return new Promise((resolve) => {
    if (store.getState().acting === undefined) return resolve();
    const off = store.subscribe(({ acting }) => {
      if (acting !== undefined) return;
      off();
      resolve();
    });
  });
}
