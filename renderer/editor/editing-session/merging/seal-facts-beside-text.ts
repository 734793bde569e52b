/**
 * Seals changed facts of the open exam (not its text) as a new version, then continues the draft on that
 * version.
 */
import type { DocumentView, Draft } from '#contract/documents/views.ts';
import {
  type EditingSession,
  openReport,
  whenActionDone,
} from '#renderer/editor/editing-session/editing-session.ts';
import { metaOf } from '#renderer/editor/editing-session/report-documents.ts';

interface SealedFacts {
  readonly view: DocumentView<'exams'>;
  readonly draft: Draft<'exams'> | undefined;
}

/** Saves the typed text as a draft. */
export async function saveTypedAsDraft(work: EditingSession): Promise<void> {
  await whenActionDone(work);
  if (work.store.getState().readOnly === undefined) await work.clock.flush();
}

/** Runs `seal` while the draft stays open. @throws the errors of `seal`; the report is unchanged then. */
export async function sealFactsBesideText(
  work: EditingSession,
  seal: () => Promise<SealedFacts>,
): Promise<void> {
  await saveTypedAsDraft(work);
  // Ignore events meanwhile, because this window itself causes them.
  work.set({ acting: 'seal' });
  let joined = false;
  try {
    const { view, draft } = await seal();
    const { changed, readOnly } = work.store.getState();
    if (changed && readOnly === undefined && draft !== undefined) {
      const versions = await work.documents.versions();
      const { record, ...state } = draft;
      work.clock.markClean();
      work.set({
        index: view.index,
        meta: metaOf(record),
        versions,
        base_version_id: view.version_id,
        draft: state,
        foundDraft: false,
        saving: { kind: 'saved', at: state.updated_at },
        elsewhere: undefined,
        newIn: undefined,
      });
      joined = true;
    }
  } finally {
    work.set({ acting: undefined });
  }
  if (!joined) await openReport(work);
}
