/** Puts a recovered text back into the report, after recording the present text in the local history. */
import type { DiscardedDraft } from '#contract/documents/views.ts';
import { reportFacts } from '#records/reports/report-status.ts';
import { readCopied, withCopied } from '#records/reports/unreviewed-copied-lines.ts';
import type { EditingSession } from '#renderer/editor/editing-session/editing-session.ts';
import {
  assessIncomingVersion,
  conflictWith,
} from '#renderer/editor/editing-session/merging/assess-incoming-version.ts';
import type { ReportRecord } from '#renderer/editor/editing-session/report-documents.ts';
import { rootOf, stateOfRecord } from '#renderer/editor/editing-session/report-text.ts';

/**
 * The signed text above an addendum stays, and what was written beneath it comes back. Any other text is based on its
 * own version again, so that a newer one is offered beside it and none of its words is replaced unseen. Lines that
 * nobody had looked at when the text was dropped are asked about again.
 */
export async function takeBackRecovered(
  work: EditingSession,
  record: ReportRecord,
  base: DiscardedDraft['base_version_id'],
): Promise<void> {
  const kept = work.text.kept();
  const { pending } = reportFacts(record.custom_attributes);
  const { children } = stateOfRecord(record).root;
  const own = pending?.kind === 'addendum' ? children.slice(pending.kept_blocks) : children;
  work.text.replace(rootOf(kept.length > 0 ? [...kept, ...own] : children), kept.length);
  const { meta, textEpoch } = work.store.getState();
  const copied = readCopied(record.custom_attributes);
  const custom_attributes =
    copied.length === 0 ? meta.custom_attributes : withCopied(meta.custom_attributes, copied);
  work.set({ textEpoch: textEpoch + 1, meta: { ...meta, custom_attributes } });
  work.edited();
  const { base_version_id: now, versions } = work.store.getState();
  const head = versions[0];
  if (kept.length > 0 || base === null || base === now || !head || head.version_id === base) return;
  work.set({ base_version_id: base, conflict: undefined, elsewhere: undefined });
  await assessIncomingVersion(work, head).catch(async () =>
    work.set({ conflict: await conflictWith(work, head) }),
  );
}
