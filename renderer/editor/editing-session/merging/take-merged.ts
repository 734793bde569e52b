/**
 * A text merged from theirs and mine becomes the one that is written, begun from their version: an addendum or an
 * amendment is read and checked as it will stand before it is signed. What stood here before is in the journal.
 */
import { mergeRecords } from '#records/merge-records.ts';
import { reportFacts, withReportFacts } from '#records/reports/report-status.ts';
import { type EditingSession, showText } from '#renderer/editor/editing-session/editing-session.ts';
import { NO_META } from '#renderer/editor/editing-session/editing-state.ts';
import { metaOf } from '#renderer/editor/editing-session/report-documents.ts';
import { stateOfRecord } from '#renderer/editor/editing-session/report-text.ts';
import type { LexicalStateJson } from '#report/nodes/lexical-state.ts';

/** False where a version could not be read; nothing has changed then. */
export async function takeMerged(
  work: EditingSession,
  merged: LexicalStateJson,
  theirId: string,
): Promise<boolean> {
  const { base_version_id: base } = work.store.getState();
  try {
    await work.clock.flush().catch(() => undefined);
    const [before, theirs] = await Promise.all([
      base === null ? undefined : work.documents.read({ version_id: base }),
      work.documents.read({ version_id: theirId }),
    ]);
    const { meta } = work.store.getState();
    const joined = mergeRecords(before ? metaOf(before.record) : NO_META, meta, metaOf(theirs.record));
    const { pending } = reportFacts(joined.custom_attributes);
    const heading = work.text.kept().at(-1);
    const shared = sharedBlocks(stateOfRecord(theirs.record), merged);
    const isHeading = JSON.stringify(merged.root.children[shared]) === JSON.stringify(heading);
    const kept_blocks = shared + (heading && isHeading ? 1 : 0);
    const custom_attributes =
      pending?.kind === 'addendum'
        ? withReportFacts(joined.custom_attributes, { pending: { ...pending, kept_blocks } })
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

/** How many blocks at the beginning are theirs as they signed them: those alone stay protected behind an addendum. */
function sharedBlocks(theirs: LexicalStateJson, merged: LexicalStateJson): number {
  const [signed, joined] = [theirs.root.children, merged.root.children].map((blocks) =>
    blocks.map((block) => JSON.stringify(block)),
  );
  const other = joined?.findIndex((block, at) => block !== signed?.[at]) ?? 0;
  return other < 0 ? (joined?.length ?? 0) : other;
}
