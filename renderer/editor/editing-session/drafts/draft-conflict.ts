/**
 * Saves a draft only over the revision it continues, and detects a draft that another window saved instead.
 * The person is then asked in both windows. The text not chosen goes to Recovered text.
 * Source: choices, "Documents" (Draft, `draft_conflict`).
 */

import type { StoreApi } from 'zustand';
import { type DraftState, NO_DRAFT_REV } from '#contract/documents/views.ts';
import type { EditingState } from '#renderer/editor/editing-session/editing-state.ts';
import type {
  ReportDocuments,
  ReportDraft,
  ReportRecord,
} from '#renderer/editor/editing-session/report-documents.ts';
import { stateOfRecord } from '#renderer/editor/editing-session/report-text.ts';
import { textOfState } from '#report/plain-text.ts';
import { ConflictError } from '#sdk/errors.ts';

/** The part of the editing session that saving drafts needs. */
interface DraftWork {
  readonly documents: ReportDocuments;
  readonly store: StoreApi<EditingState>;
  readonly record: () => ReportRecord;
  readonly set: (change: Partial<EditingState>) => void;
}

/** Message to every window of this vault on the machine; ids and revisions only. */
interface DraftNews {
  readonly slot: string;
  readonly draft_rev: string;
}

const channel = new BroadcastChannel('srvault-drafts');

export function slotOf({ documents }: Pick<DraftWork, 'documents'>): string {
  return `${documents.resource}/${documents.id}`;
}

/**
 * Writes the draft if the vault's draft still has `expectedRev`. Creates a new draft if the old one ended,
 * for example because the same person sealed elsewhere. Continues a draft with the same text, because the
 * earlier response was lost.
 */
export async function putDraft(
  work: DraftWork,
  record: ReportRecord,
  base: string | null,
  expectedRev: string,
): Promise<DraftState> {
  try {
    return await work.documents.putDraft(record, base, expectedRev);
  } catch (error) {
    if (!(error instanceof ConflictError) || error.code !== 'draft_conflict') throw error;
    const current = await work.documents.draft();
    if (current && !saysTheSame(current.record, record)) {
      work.set({ otherDraft: stateOf(current) });
      throw error;
    }
    return work.documents.putDraft(record, base, current?.draft_rev ?? NO_DRAFT_REV);
  }
}

function saysTheSame(one: ReportRecord, other: ReportRecord): boolean {
  if (one.title !== other.title) return false;
  return (
    one.report_lexical === other.report_lexical ||
    textOfState(stateOfRecord(one)) === textOfState(stateOfRecord(other))
  );
}

function stateOf({ record: _, ...state }: ReportDraft): DraftState {
  return state;
}

export function notifyOtherWindows(work: DraftWork, draftRev: string): void {
  channel.postMessage({ slot: slotOf(work), draft_rev: draftRev } satisfies DraftNews);
}

/**
 * Checks that the vault's draft is still this window's, on news from another window and when this window is
 * shown again.
 */
export function watchDraft(work: DraftWork): () => void {
  const look = (): void => {
    checkForNewerDraft(work).catch(() => undefined);
  };
  const onNews = ({ data }: MessageEvent): void => {
    if (
      isNews(data) &&
      data.slot === slotOf(work) &&
      data.draft_rev !== work.store.getState().draft?.draft_rev
    )
      look();
  };
  const onShown = (): void => {
    if (document.visibilityState === 'visible') look();
  };
  channel.addEventListener('message', onNews);
  addEventListener('visibilitychange', onShown);
  addEventListener('focus', onShown);
  return () => {
    channel.removeEventListener('message', onNews);
    removeEventListener('visibilitychange', onShown);
    removeEventListener('focus', onShown);
  };
}

async function checkForNewerDraft(work: DraftWork): Promise<void> {
  const { draft, changed } = work.store.getState();
  if (!draft || !changed) return;
  const current = await work.documents.draft();
  const now = work.store.getState();
  const isOurs = now.draft?.draft_rev !== draft.draft_rev || current?.draft_rev === draft.draft_rev;
  if (!current || isOurs || now.acting || now.saving.kind === 'saving') return;
  if (saysTheSame(current.record, work.record()))
    work.set({ draft: stateOf(current), otherDraft: undefined });
  else work.set({ otherDraft: stateOf(current) });
}

/**
 * Ends a draft conflict whose other draft was sealed or discarded, since there is nothing left to choose between. The
 * caller saves this text again.
 */
export async function isOtherDraftGone(work: DraftWork): Promise<boolean> {
  if (work.store.getState().otherDraft === undefined) return false;
  if ((await work.documents.draft()) !== undefined) return false;
  work.set({ otherDraft: undefined, draft: undefined });
  return true;
}

function isNews(value: unknown): value is DraftNews {
  return typeof value === 'object' && value !== null && 'slot' in value && 'draft_rev' in value;
}
