/**
 * Editing session of one report: opens it, saves its draft, seals and signs it. Only sealing and signing
 * create versions. Uses neither DOM nor Lexical, only `ReportText`.
 * Source: clinician's reference, "Drafts", "Conflict flow".
 */
import { createStore, type StoreApi } from 'zustand';
import { type DocumentView, NO_DRAFT_REV } from '#contract/documents/views.ts';
import { isSigned, reportFacts } from '#records/reports/report-status.ts';
import { sanitiseState } from '#report/state/sanitise-state.ts';
import { createDraftAutosave, type DraftAutosave } from './drafts/draft-autosave.ts';
import { notifyOtherWindows, putDraft } from './drafts/draft-conflict.ts';
import { recordHistoryEntry, recordingReplacements } from './drafts/record-local-history.ts';
import { type EditingState, OPENING, type ReadOnlyReason } from './editing-state.ts';
import { assessIncomingVersion, conflictWith } from './merging/assess-incoming-version.ts';
import { metaOf, type ReportDocuments, type ReportRecord, type ReportView } from './report-documents.ts';
import { createReportText, type ReportText, stateOfRecord } from './report-text.ts';
import { loadSignatures } from './sealing/report-signatures.ts';

export interface EditingSession {
  readonly documents: ReportDocuments;
  readonly store: StoreApi<EditingState>;
  readonly text: ReportText;
  readonly clock: DraftAutosave;
  /** True if the person may write the exam; false for roles below editor, which may only read. */
  readonly canWrite: (index: DocumentView<'exams'>['index']) => boolean;
  readonly edited: () => void;
  readonly record: () => ReportRecord;
  readonly set: (change: Partial<EditingState>) => void;
}

/** Above this many characters the server derives the HTML of a draft, so that typing never waits for it. */
const HTML_WITH_DRAFT_MAX_CHARS = 60_000;
/** Longest wait of a due save for a pause between keys. */
const IDLE_WAIT_MAX_MS = 300;
const SLOW_SAVE_MS = 3_000;

export function createEditingSession(
  documents: ReportDocuments,
  canWrite: EditingSession['canWrite'],
): EditingSession {
  const store = createStore<EditingState>()(() => OPENING);
  const text = recordingReplacements(() => work, createReportText());
  const set = (change: Partial<EditingState>) => store.setState(change);
  const work: EditingSession = {
    documents,
    store,
    text,
    canWrite,
    set,
    clock: createDraftAutosave(
      () => saveDraft(work),
      (run) => requestIdleCallback(run, { timeout: IDLE_WAIT_MAX_MS }),
    ),
    edited: () => {
      const { changed, sealed, readOnly } = store.getState();
      if (readOnly) return;
      if (!changed || sealed) set({ changed: true, sealed: undefined });
      // An edit counts as the choice to keep the draft that was found on opening.
      if (store.getState().foundDraft) set({ foundDraft: false });
      work.clock.markDirty();
    },
    record: () => ({
      ...store.getState().meta,
      report_lexical: text.lexical(),
      report_html: text.html(),
    }),
  };
  return work;
}

/** Resolves when no action (sealing, signing, discarding) is running. */
export function whenActionDone({ store }: EditingSession): Promise<void> {
  return new Promise((resolve) => {
    if (store.getState().acting === undefined) return resolve();
    const off = store.subscribe(({ acting }) => {
      if (acting !== undefined) return;
      off();
      resolve();
    });
  });
}

/** Opens the newest text. A draft counts as found, which asks about it, unless the person has just chosen it. */
export async function openReport(work: EditingSession, isChosen = false): Promise<void> {
  if (work.store.getState().changed) recordHistoryEntry(work, 'displaced');
  work.set({ ...OPENING, textEpoch: work.store.getState().textEpoch });
  try {
    const { documents } = work;
    const [view, versions] = await Promise.all([
      documents.read({ include_draft: true }),
      documents.versions(),
    ]);
    const draft = view.index.meta.has_draft ? await documents.draft() : undefined;
    const head = versions[0];
    if (draft) {
      showText(work, view, draft.record, draft.base_version_id);
      const stale = draft.base_version_id !== null && head && draft.base_version_id !== head.version_id;
      work.set({
        versions,
        draft,
        foundDraft: !isChosen,
        changed: true,
        saving: { kind: 'saved', at: draft.updated_at },
      });
      if (stale)
        await assessIncomingVersion(work, head).catch(async () =>
          work.set({ conflict: await conflictWith(work, head) }),
        );
    } else {
      showText(work, view, view.record, view.version_id);
      work.set({ versions });
    }
    void loadSignatures(work);
  } catch (error) {
    work.set({ phase: 'failed', error });
  }
}

/** Shows a record as the text to edit. */
export function showText(
  work: EditingSession,
  view: Pick<ReportView, 'index'>,
  record: ReportRecord,
  baseVersionId: string | null,
): void {
  const state = stateOfRecord(record);
  const { pending } = reportFacts(record.custom_attributes);
  work.text.replace(state, pending?.kind === 'addendum' ? pending.kept_blocks : 0);
  work.clock.markClean();
  work.set({
    phase: 'open',
    index: view.index,
    meta: metaOf(record),
    base_version_id: baseVersionId,
    changed: false,
    conflict: undefined,
    elsewhere: undefined,
    newIn: undefined,
    readOnly: readOnlyReason(work, view.index, record),
    textEpoch: work.store.getState().textEpoch + 1,
  });
  if (work.store.getState().readOnly === undefined)
    recordHistoryEntry(work, 'opened', record.report_lexical || JSON.stringify(state));
}

export function readOnlyReason(
  work: EditingSession,
  index: ReportView['index'],
  record: ReportRecord,
): ReadOnlyReason | undefined {
  if (index.is_deleted) return 'trashed';
  if (!work.canWrite(index)) return 'role';
  if (sanitiseState(stateOfRecord(record)).unknownTypes.length > 0) return 'newer_feature';
  const { status, pending } = reportFacts(record.custom_attributes);
  return isSigned(status) && pending === null ? 'signed' : undefined;
}

async function saveDraft(work: EditingSession): Promise<void> {
  const { base_version_id: base, draft, otherDraft, meta } = work.store.getState();
  if (otherDraft) throw new Error('another draft stands in the vault');
  work.set({ saving: { kind: 'saving', isSlow: false } });
  const slow = setTimeout(() => work.set({ saving: { kind: 'saving', isSlow: true } }), SLOW_SAVE_MS);
  try {
    const lexical = work.text.lexical();
    recordHistoryEntry(work, 'written', lexical);
    const html = lexical.length <= HTML_WITH_DRAFT_MAX_CHARS ? work.text.html() : null;
    const record = { ...meta, report_lexical: lexical, report_html: html };
    const saved = await putDraft(work, record, base, draft?.draft_rev ?? NO_DRAFT_REV);
    notifyOtherWindows(work, saved.draft_rev);
    work.set({ draft: saved, foundDraft: false, saving: { kind: 'saved', at: saved.updated_at } });
  } catch (error) {
    work.set({ saving: { kind: 'failed', error } });
    throw error;
  } finally {
    clearTimeout(slow);
  }
}
