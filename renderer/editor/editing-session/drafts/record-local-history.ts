/** Records states of the open draft in its local history, and restores them. */
import type { StoreApi } from 'zustand';
import type { EditingState } from '#renderer/editor/editing-session/editing-state.ts';
import {
  assessIncomingVersion,
  conflictWith,
} from '#renderer/editor/editing-session/merging/assess-incoming-version.ts';
import type { ReportDocuments } from '#renderer/editor/editing-session/report-documents.ts';
import { type ReportText, rootOf } from '#renderer/editor/editing-session/report-text.ts';
import {
  addHistoryEntry,
  clearHistory,
  historyEntries,
  type JournalEntry,
  type JournalText,
  textAt,
} from '#renderer/editor/local-history/draft-history.ts';
import type { MomentKind } from '#renderer/editor/local-history/prune-history.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { parseLexicalState } from '#report/nodes/lexical-state.ts';
import { slotOf } from './draft-conflict.ts';

/** The part of the editing session that local history needs. */
interface JournaledWork {
  readonly documents: ReportDocuments;
  readonly store: StoreApi<EditingState>;
  readonly text: ReportText;
  readonly set: (change: Partial<EditingState>) => void;
  readonly edited: () => void;
}

function principalId(): string | undefined {
  return useSession.getState().session?.principal.principal_id;
}

/** Records the present text of the report, or the given text. */
export function recordHistoryEntry(
  work: JournaledWork,
  kind: MomentKind,
  lexical = work.text.lexical(),
): void {
  const principal = principalId();
  if (principal === undefined) return;
  const { base_version_id } = work.store.getState();
  const text: JournalText = { lexical, kept_blocks: work.text.kept().length, base_version_id };
  void addHistoryEntry(principal, slotOf(work), kind, text);
}

/** Wraps the report text: a text that was edited is recorded before another replaces it. */
export function recordingReplacements(work: () => JournaledWork, text: ReportText): ReportText {
  return {
    ...text,
    replace: (state, keptBlocks) => {
      const { phase, changed } = work().store.getState();
      if (phase === 'open' && changed) recordHistoryEntry(work(), 'displaced');
      text.replace(state, keptBlocks);
    },
  };
}

export function clearLocalHistory(work: JournaledWork): void {
  clearHistory(slotOf(work));
}

export function listHistoryEntries(work: JournaledWork): Promise<readonly JournalEntry[]> {
  const principal = principalId();
  return principal === undefined ? Promise.resolve([]) : historyEntries(principal, slotOf(work));
}

/**
 * Restores the text of a local history entry, after recording the present text as an entry. A signed text
 * above an addendum stays. An entry from before a merge restores the earlier merge base too, so that the
 * incoming version is offered again.
 */
export async function restoreHistoryEntry(work: JournaledWork, entry: JournalEntry): Promise<void> {
  const { lexical, kept_blocks, base_version_id } = await textAt(entry);
  const own = parseLexicalState(lexical).root.children.slice(kept_blocks);
  const kept = work.text.kept();
  recordHistoryEntry(work, 'displaced');
  work.text.replace(rootOf([...kept, ...own]), kept.length);
  work.set({ textEpoch: work.store.getState().textEpoch + 1 });
  work.edited();
  const { base_version_id: now, versions } = work.store.getState();
  const head = versions[0];
  if (base_version_id === now || base_version_id === null || !head) return;
  work.set({ base_version_id });
  await assessIncomingVersion(work, head).catch(async () =>
    work.set({ conflict: await conflictWith(work, head) }),
  );
}
