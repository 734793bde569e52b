/**
 * Merges an incoming version that changed other sections than this text. Its sections enter the text; the
 * sections written here stay.
 */
import { mergeRecords } from '#records/merge-records.ts';
import { type EditingSession, readOnlyReason } from '#renderer/editor/editing-session/editing-session.ts';
import { metaOf } from '#renderer/editor/editing-session/report-documents.ts';
import { loadSignatures } from '#renderer/editor/editing-session/sealing/report-signatures.ts';
import { compareSections } from '#report/review/merge-sections.ts';
import {
  canMergeAutomatically,
  classifyIncomingVersion,
  loadIncomingVersion,
} from './assess-incoming-version.ts';

/**
 * Merges the offered version. Classifies it again first, because edits made meanwhile may have caused a
 * conflict.
 */
export async function mergeIncomingVersion(work: EditingSession): Promise<void> {
  const offered = work.store.getState().elsewhere?.version;
  if (!offered) return;
  const meeting = await loadIncomingVersion(work, offered);
  const { elsewhere, base_version_id, acting, changed, meta } = work.store.getState();
  const isStill = elsewhere?.version.version_id === offered.version_id && acting === undefined;
  if (!meeting || !isStill || meeting.before.version_id !== base_version_id) return;
  const { before, theirs, base, other } = meeting;
  if (!canMergeAutomatically(work, meeting, compareSections(base, other, work.text.state()))) {
    classifyIncomingVersion(work, meeting);
    return;
  }
  work.text.takeIn(base, other);
  work.set({
    index: theirs.index,
    meta: changed ? mergeRecords(metaOf(before.record), meta, metaOf(theirs.record)) : metaOf(theirs.record),
    base_version_id: theirs.version_id,
    elsewhere: undefined,
    sealed: undefined,
    readOnly: readOnlyReason(work, theirs.index, theirs.record),
  });
  // Save the draft with its new merge base.
  if (changed) work.clock.markDirty();
  void loadSignatures(work);
}
