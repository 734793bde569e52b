/**
 * Classifies a version that another person sealed while this text was open. Both changing one section, or a
 * text that cannot be merged, is a conflict; anything else is an offer. The text never changes automatically.
 * Source: visual reference, "seen elsewhere"; clinician's reference, "Conflict flow".
 */
import type { StoreApi } from 'zustand';
import type { DocumentVersion } from '#contract/documents/views.ts';
import { isSigned, reportFacts } from '#records/reports/report-status.ts';
import type { Conflict, EditingState } from '#renderer/editor/editing-session/editing-state.ts';
import type { ReportDocuments, ReportView } from '#renderer/editor/editing-session/report-documents.ts';
import { type ReportText, stateOfRecord } from '#renderer/editor/editing-session/report-text.ts';
import { loadSignatures } from '#renderer/editor/editing-session/sealing/report-signatures.ts';
import type { LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { compareSections, type SectionMerge } from '#report/review/merge-sections.ts';
import { sanitiseState } from '#report/state/sanitise-state.ts';

/** The part of the editing session that an incoming version needs. */
interface MeetingWork {
  readonly documents: ReportDocuments;
  readonly store: StoreApi<EditingState>;
  readonly text: ReportText;
  readonly set: (change: Partial<EditingState>) => void;
}

/** The merge base of the text and the incoming version. */
export interface IncomingVersion {
  readonly version: DocumentVersion;
  readonly before: ReportView;
  readonly theirs: ReportView;
  readonly base: LexicalStateJson;
  readonly other: LexicalStateJson;
}

/** Loads both versions; undefined if the text has no merge base. */
export async function loadIncomingVersion(
  { documents, store }: MeetingWork,
  version: DocumentVersion,
): Promise<IncomingVersion | undefined> {
  const { base_version_id: base } = store.getState();
  if (base === null) return undefined;
  const options = { passive: true };
  const [before, theirs] = await Promise.all([
    documents.read({ version_id: base }, options),
    documents.read({ version_id: version.version_id }, options),
  ]);
  return {
    version,
    before,
    theirs,
    base: stateOfRecord(before.record),
    other: stateOfRecord(theirs.record),
  };
}

/** Loads the version and classifies it against the present text. */
export async function assessIncomingVersion(
  work: MeetingWork,
  version: DocumentVersion,
): Promise<IncomingVersion | undefined> {
  const meeting = await loadIncomingVersion(work, version);
  if (meeting === undefined) work.set({ conflict: await conflictWith(work, version), elsewhere: undefined });
  else classifyIncomingVersion(work, meeting);
  // Who signed that version is told beside it.
  void loadSignatures(work, { passive: true });
  return meeting;
}

/** Reads what the version says of the report. A version that cannot be read is a conflict all the same. */
export async function conflictWith(
  { documents }: Pick<MeetingWork, 'documents'>,
  theirs: DocumentVersion,
): Promise<Conflict> {
  const view = await documents
    .read({ version_id: theirs.version_id }, { passive: true })
    .catch(() => undefined);
  return { theirs, facts: view && reportFacts(view.record.custom_attributes) };
}

/** Classifies the version as conflict or offer; called again after further edits. */
export function classifyIncomingVersion(work: MeetingWork, meeting: IncomingVersion): void {
  const { base_version_id, elsewhere } = work.store.getState();
  if (base_version_id !== meeting.before.version_id) return;
  const { version, base, other } = meeting;
  const facts = reportFacts(meeting.theirs.record.custom_attributes);
  const rows = compareSections(base, other, work.text.state());
  if (!canMergeAutomatically(work, meeting, rows)) {
    work.text.unmarkNew();
    work.set({ conflict: { theirs: version, facts }, elsewhere: undefined, newIn: undefined });
    return;
  }
  const changedBy = (side: 'theirs' | 'mine') => rows.filter((row) => row.changedBy === side);
  const isKnown = elsewhere?.version.version_id === version.version_id;
  work.set({
    elsewhere: {
      version,
      facts,
      theirs: changedBy('theirs').map(({ title }) => title),
      mine: changedBy('mine').map(({ title }) => title),
      isLater: isKnown && elsewhere.isLater,
    },
    newIn: { seq: version.seq, sections: changedBy('theirs').map(({ key }) => key) },
  });
  work.text.markNew(base, other);
}

/**
 * Returns true if the text may be merged automatically. With edits here, only an unsigned version that
 * changed other sections qualifies.
 */
export function canMergeAutomatically(
  { store }: MeetingWork,
  { theirs }: IncomingVersion,
  rows: readonly SectionMerge[],
): boolean {
  const { changed, meta } = store.getState();
  if (!changed) return true;
  const { pending } = reportFacts(meta.custom_attributes);
  const { record } = theirs;
  return (
    pending === null &&
    !isSigned(reportFacts(record.custom_attributes).status) &&
    sanitiseState(stateOfRecord(record)).unknownTypes.length === 0 &&
    rows.every((row) => row.changedBy !== 'both')
  );
}
