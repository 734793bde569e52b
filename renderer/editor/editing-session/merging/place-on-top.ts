/**
 * Places this text on top of a version that was sealed meanwhile. Signed text never falls out of the report: an
 * addendum moves beneath the signed version, any other text is refused.
 */
import { mergeRecords } from '#records/merge-records.ts';
import { reportFacts } from '#records/reports/report-status.ts';
import type { EditingSession } from '#renderer/editor/editing-session/editing-session.ts';
import { NO_META } from '#renderer/editor/editing-session/editing-state.ts';
import {
  metaOf,
  type ReportMeta,
  type ReportRecord,
} from '#renderer/editor/editing-session/report-documents.ts';
import { rootOf, stateOfRecord } from '#renderer/editor/editing-session/report-text.ts';
import type { LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { applyMergedText } from './apply-merged-text.ts';
import { isProtected, signedMeanwhile } from './refuse-signed.ts';

/**
 * Returns `asIs` if the text may be sealed over the version, and `beneath` once it is an addendum to it, shown but not
 * sealed. Otherwise `refused`, with the error in the state.
 */
export async function placeOnTop(
  work: EditingSession,
  theirId: string,
): Promise<'asIs' | 'beneath' | 'refused'> {
  if (work.store.getState().acting !== undefined) return 'refused';
  work.set({ acting: 'seal', actError: undefined });
  try {
    const { record } = await work.documents.read({ version_id: theirId });
    if (!isProtected(reportFacts(record.custom_attributes).status)) return 'asIs';
    const isPlaced = await applyMergedText(
      work,
      (before, theirs) => {
        const merged = before && addendumBeneath(work, before, theirs);
        if (merged === undefined) throw signedMeanwhile(work, theirId, theirs);
        return merged;
      },
      theirId,
    );
    return isPlaced ? 'beneath' : 'refused';
  } catch (error) {
    work.set({ actError: error });
    return 'refused';
  } finally {
    work.set({ acting: undefined });
  }
}

/**
 * The signed version followed by the heading and blocks of this addendum. Undefined for any other text, and where the
 * heading cannot be told from the signed text.
 */
function addendumBeneath(
  work: EditingSession,
  before: ReportRecord,
  theirs: ReportRecord,
): LexicalStateJson | undefined {
  const { pending } = reportFacts(work.store.getState().meta.custom_attributes);
  if (pending?.kind !== 'addendum') return undefined;
  const kept = work.text.kept();
  const heading = kept.at(-1);
  const isBelowBase = kept.length === stateOfRecord(before).root.children.length + 1;
  if (heading?.type !== 'heading' || !isBelowBase) return undefined;
  const own = work.text.state().root.children.slice(kept.length);
  return rootOf([...stateOfRecord(theirs).root.children, heading, ...own]);
}

/**
 * Merges the record's other fields over the version it replaces, so that another person's changes to them
 * stay. @throws {SignedMeanwhileError} if that version is signed, because its text would fall out of the report.
 */
export async function metaOnTop(
  work: EditingSession,
  meta: ReportMeta,
  replaced: string | null,
): Promise<ReportMeta> {
  const { base_version_id: base } = work.store.getState();
  if (replaced === null || replaced === base) return meta;
  const [before, theirs] = await Promise.all([
    base === null ? undefined : work.documents.read({ version_id: base }),
    work.documents.read({ version_id: replaced }),
  ]);
  if (isProtected(reportFacts(theirs.record.custom_attributes).status))
    throw signedMeanwhile(work, replaced, theirs.record);
  return mergeRecords(before ? metaOf(before.record) : NO_META, meta, metaOf(theirs.record));
}
