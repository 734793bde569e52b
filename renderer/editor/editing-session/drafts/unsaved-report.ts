/**
 * Stashes unsaved text when its screen is left or the window locks: seals it in memory, then tries to save
 * it. A text that could not be saved is retried every few seconds. It returns when the same person opens the
 * report.
 * Source: clinician's reference, "Lock".
 */
import { NO_DRAFT_REV } from '#contract/documents/views.ts';
import { type EditingSession, showText } from '#renderer/editor/editing-session/editing-session.ts';
import { assessIncomingVersion } from '#renderer/editor/editing-session/merging/assess-incoming-version.ts';
import {
  type ReportMeta,
  type ReportRecord,
  reportDocuments,
} from '#renderer/editor/editing-session/report-documents.ts';
import type { LockContext } from '#renderer/state/session/lock-hooks.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import {
  peekStashedText,
  popStashedText,
  stashEntry,
  stashedSlots,
  stashText,
} from '#renderer/state/unsaved/unsaved-text-stash.ts';
import { ConflictError } from '#sdk/errors.ts';
import { slotOf } from './draft-conflict.ts';

interface StashedReport {
  readonly meta: ReportMeta;
  readonly report_lexical: string;
  readonly base_version_id: string | null;
  /** Revision of the draft that this text continues; null for none. */
  readonly draft_rev: string | null;
}

const RETRY_MS = 4_000;

/** Slots of open reports; their own screens save them. */
const open = new Set<string>();
let retrying: ReturnType<typeof setTimeout> | undefined;

function principalId(): string | undefined {
  return useSession.getState().session?.principal.principal_id;
}

export async function saveOrStashBeforeLock(work: EditingSession, { canSave }: LockContext): Promise<void> {
  if (work.clock.isDirty()) await keep(work, canSave);
  work.clock.markClean();
}

/**
 * Stashes the text when the screen is left. Calls `onHeld` when the text could not be saved and waits in
 * memory.
 */
export function leaveReport(work: EditingSession, onHeld: () => void): void {
  open.delete(slotOf(work));
  const isDirty = work.clock.isDirty();
  work.clock.stop();
  if (!isDirty || useSession.getState().phase !== 'unlocked') return;
  keep(work, true).then((isSaved) => {
    if (isSaved) return;
    onHeld();
    retryHeld();
  });
}

/**
 * Stashes the text, then saves it if `canSave`. Returns true if the vault has it. The stash comes first,
 * because the save may take longer than the window lives.
 */
async function keep(work: EditingSession, canSave: boolean): Promise<boolean> {
  const slot = slotOf(work);
  await hold(work, slot);
  const entry = stashEntry(slot);
  if (!canSave) return false;
  try {
    await work.clock.flush();
    entry.drop();
    return true;
  } catch {
    return false;
  }
}

async function hold(work: EditingSession, slot: string): Promise<void> {
  const principal = principalId();
  if (principal === undefined) return;
  const { meta, base_version_id, draft } = work.store.getState();
  const held: StashedReport = {
    meta,
    report_lexical: work.text.lexical(),
    base_version_id,
    draft_rev: draft?.draft_rev ?? null,
  };
  await stashText(principal, slot, held);
}

/**
 * Leaves stashed text of this report to its screen. Call before the report is read: saved by itself meanwhile, the text
 * would be a draft that was not there when the report was read.
 */
export function keepForScreen(work: EditingSession): void {
  open.add(slotOf(work));
}

/** Puts stashed text back into the editor, which saves it as a draft at once. */
export async function restoreStashed(work: EditingSession): Promise<void> {
  const slot = slotOf(work);
  const principal = principalId();
  const { index, conflict, draft } = work.store.getState();
  if (principal === undefined || index === undefined) return;
  const held = await popStashedText(principal, slot);
  if (!isStashedReport(held)) return;
  const record: ReportRecord = { ...held.meta, report_lexical: held.report_lexical, report_html: null };
  showText(work, { index }, record, held.base_version_id);
  const head = work.store.getState().versions[0];
  const isStale = head !== undefined && head.version_id !== held.base_version_id;
  const continued = draft && held.draft_rev !== null ? { ...draft, draft_rev: held.draft_rev } : undefined;
  work.set({ draft: continued, conflict });
  work.edited();
  if (isStale && !conflict) await assessIncomingVersion(work, head);
}

/** Retries saving every stashed text of the current person until none is left. */
function retryHeld(): void {
  if (retrying !== undefined) return;
  retrying = setTimeout(async () => {
    const principal = principalId();
    if (principal !== undefined && useSession.getState().phase === 'unlocked') {
      for (const slot of waitingSlots(principal)) await saveHeld(principal, slot).catch(() => undefined);
    }
    retrying = undefined;
    if (principal !== undefined && waitingSlots(principal).length > 0) retryHeld();
  }, RETRY_MS);
}

/** Slots with a different draft in the vault; the person chooses when the report is opened. */
const undecided = new Set<string>();

function waitingSlots(principal: string): string[] {
  return stashedSlots(principal).filter(
    (slot) => /^(exams|templates)\//.test(slot) && !open.has(slot) && !undecided.has(slot),
  );
}

async function saveHeld(principal: string, slot: string): Promise<void> {
  const entry = stashEntry(slot);
  const held = await peekStashedText(principal, slot);
  const [resource, id] = slot.split('/');
  if (!isStashedReport(held) || id === undefined || (resource !== 'exams' && resource !== 'templates'))
    return;
  const record = { ...held.meta, report_lexical: held.report_lexical, report_html: null };
  try {
    const documents = reportDocuments(resource, id);
    await documents.putDraft(record, held.base_version_id, held.draft_rev ?? NO_DRAFT_REV);
    entry.drop();
  } catch (error) {
    if (error instanceof ConflictError) undecided.add(slot);
    throw error;
  }
}

useSession.subscribe(({ phase }, before) => {
  if (phase !== 'unlocked' || before.phase === 'unlocked') return;
  undecided.clear();
  retryHeld();
});

addEventListener('beforeunload', (event) => {
  const principal = principalId();
  if (principal !== undefined && stashedSlots(principal).length > 0) event.preventDefault();
});

function isStashedReport(value: unknown): value is StashedReport {
  return (
    typeof value === 'object' &&
    value !== null &&
    'report_lexical' in value &&
    typeof value.report_lexical === 'string' &&
    'meta' in value &&
    'base_version_id' in value &&
    'draft_rev' in value
  );
}
