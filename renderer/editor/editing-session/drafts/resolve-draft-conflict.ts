/**
 * Resolves a draft conflict between two windows by keeping one draft. The other draft goes to Recovered text.
 */
import { NO_DRAFT_REV } from '#contract/documents/views.ts';
import { type EditingSession, openReport } from '#renderer/editor/editing-session/editing-session.ts';
import { VaultApiError } from '#sdk/errors.ts';

/** Saves this text and moves the other draft to Recovered text. Returns false on failure, with the error in the state. */
export function keepMyDraft(work: EditingSession): Promise<boolean> {
  return decide(work, async () => {
    await discard(work);
    work.set({ draft: undefined, otherDraft: undefined });
    work.clock.markDirty();
    await work.clock.flush();
  });
}

/** Opens the other draft and moves this text to Recovered text. Returns false on failure, with the error in the state. */
export function openOtherDraft(work: EditingSession): Promise<boolean> {
  return decide(work, async () => {
    await recoverMine(work);
    work.clock.markClean();
    // Asked again, Discard would stand where the pointer is, and a second click would press it.
    await openReport(work, true);
  });
}

/**
 * Moves this text to Recovered text; the draft of another window stays the draft. There is none once the other window
 * has sealed it: then too this text must not be lost.
 */
async function recoverMine({ documents, store, record }: EditingSession): Promise<void> {
  const other = await documents.draft();
  const { changed, base_version_id: base } = store.getState();
  if (!changed) return;
  if (other) await documents.discardDraft();
  await documents.putDraft(record(), base, NO_DRAFT_REV);
  await documents.discardDraft();
  if (other) await documents.putDraft(other.record, other.base_version_id, NO_DRAFT_REV);
}

/** Moves this text to Recovered text, saved or not. */
export async function giveUpMine(work: EditingSession): Promise<void> {
  const { changed, otherDraft } = work.store.getState();
  // With a draft of another window undecided, nothing is saved by itself.
  if (otherDraft !== undefined) await recoverMine(work);
  else {
    if (changed) {
      work.clock.markDirty();
      await work.clock.flush();
    }
    if (work.store.getState().draft) await work.documents.discardDraft();
  }
  work.clock.markClean();
}

/**
 * Moves a draft of another window to Recovered text before sealing, because the vault would delete it with
 * the new version. Returns true if there was one.
 */
export async function discardOtherDraft(work: EditingSession): Promise<boolean> {
  const current = await work.documents.draft();
  if (!current || current.draft_rev === work.store.getState().draft?.draft_rev) return false;
  await discard(work);
  work.set({ draft: undefined, otherDraft: undefined });
  return true;
}

async function decide(work: EditingSession, act: () => Promise<void>): Promise<boolean> {
  work.set({ acting: 'discard', actError: undefined });
  try {
    await act();
    return true;
  } catch (error) {
    work.set({ actError: error });
    return false;
  } finally {
    work.set({ acting: undefined });
  }
}

async function discard(work: EditingSession): Promise<void> {
  try {
    await work.documents.discardDraft();
  } catch (error) {
    if (!(error instanceof VaultApiError && error.code === 'not_found')) throw error;
  }
}
