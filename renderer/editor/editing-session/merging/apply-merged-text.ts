/**
 * Replaces the edited text by a merge of the incoming version and this one. An addendum or amendment is shown
 * merged so that it can be checked before signing. The replaced text stays in the local history.
 */

import type { JsonObject } from '#contract/documents/records.ts';
import { mergeRecords } from '#records/merge-records.ts';
import { isEnteredInError } from '#records/reports/entered-in-error.ts';
import { isSigned, reportFacts, withFactsOf, withReportFacts } from '#records/reports/report-status.ts';
import { type EditingSession, showText } from '#renderer/editor/editing-session/editing-session.ts';
import { NO_META } from '#renderer/editor/editing-session/editing-state.ts';
import { metaOf, type ReportRecord } from '#renderer/editor/editing-session/report-documents.ts';
import { stateOfRecord } from '#renderer/editor/editing-session/report-text.ts';
import type { LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { signedMeanwhile } from './refuse-signed.ts';

/** Merges the present text; called when nothing more is awaited, so that no key typed meanwhile is lost. */
type Merge = (before: ReportRecord | undefined, theirs: ReportRecord) => LexicalStateJson;

/**
 * Returns false if a version could not be read, was withdrawn, or `merge` throws; nothing is changed then, and the error
 * is in the state.
 */
export async function applyMergedText(work: EditingSession, merge: Merge, theirId: string): Promise<boolean> {
  const { base_version_id: base } = work.store.getState();
  try {
    await work.clock.flush().catch(() => undefined);
    const [before, theirs] = await Promise.all([
      base === null ? undefined : work.documents.read({ version_id: base }),
      work.documents.read({ version_id: theirId }),
    ]);
    if (isEnteredInError(reportFacts(theirs.record.custom_attributes).status))
      throw signedMeanwhile(work, theirId, theirs.record);
    const merged = merge(before?.record, theirs.record);
    const { meta } = work.store.getState();
    const joined = mergeRecords(before ? metaOf(before.record) : NO_META, meta, metaOf(theirs.record));
    const { pending } = reportFacts(joined.custom_attributes);
    const heading = work.text.kept().at(-1);
    const shared = sharedBlocks(stateOfRecord(theirs.record), merged);
    const isHeading = JSON.stringify(merged.root.children[shared]) === JSON.stringify(heading);
    const kept_blocks = shared + (heading && isHeading ? 1 : 0);
    const custom_attributes =
      pending?.kind === 'addendum'
        ? withReportFacts(factsAbove(joined.custom_attributes, theirs.record.custom_attributes), {
            pending: { ...pending, kept_blocks },
          })
        : joined.custom_attributes;
    const record = {
      ...joined,
      custom_attributes,
      report_lexical: JSON.stringify(merged),
      report_html: null,
    };
    showText(work, { index: theirs.index }, record, theirId);
    work.edited();
    return true;
  } catch (error) {
    work.set({ actError: error });
    return false;
  }
}

/** An addendum leaves the facts of the signed version above it as they are, like the reason of its amendment. */
function factsAbove(joined: JsonObject | null, theirs: JsonObject | null): JsonObject | null {
  return isSigned(reportFacts(theirs).status) ? withFactsOf(joined, theirs) : joined;
}

/**
 * Counts the leading blocks equal to the signed incoming version. Only these stay read-only above an
 * addendum.
 */
function sharedBlocks(theirs: LexicalStateJson, merged: LexicalStateJson): number {
  const [signed, joined] = [theirs.root.children, merged.root.children].map((blocks) =>
    blocks.map((block) => JSON.stringify(block)),
  );
  const other = joined?.findIndex((block, at) => block !== signed?.[at]) ?? 0;
  return other < 0 ? (joined?.length ?? 0) : other;
}
