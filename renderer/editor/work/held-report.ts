/**
 * What becomes of unsaved text when the window locks: it is saved while the session still answers, else held
 * in memory under a key of its own until the same person unlocks.
 * Source: clinician's reference, "Lock".
 */
import { holdText, takeHeldText } from '#renderer/state/held-text.ts';
import type { LockContext } from '#renderer/state/lock-hooks.ts';
import { useSession } from '#renderer/state/session-store.ts';
import type { ReportMeta, ReportRecord } from './report-documents.ts';
import { type ReportWork, showText } from './report-work.ts';

interface HeldReport {
  readonly meta: ReportMeta;
  readonly report_lexical: string;
  readonly base_version_id: string | null;
}

function slotOf({ documents }: ReportWork): string {
  return `${documents.resource}/${documents.id}`;
}

function principalId(): string | undefined {
  return useSession.getState().session?.principal.principal_id;
}

export async function keepBeforeLock(work: ReportWork, { canSave }: LockContext): Promise<void> {
  if (!work.clock.isDirty()) return;
  try {
    if (!canSave) throw new Error('the session has ended');
    await work.clock.flush();
  } catch {
    await hold(work);
  }
  work.clock.settle();
}

async function hold(work: ReportWork): Promise<void> {
  const principal = principalId();
  if (principal === undefined) return;
  const { meta, base_version_id } = work.store.getState();
  const report_lexical = work.text.lexical();
  await holdText(principal, slotOf(work), { meta, report_lexical, base_version_id } satisfies HeldReport);
}

/** Puts held text back in place; it is saved as a draft at once. */
export async function takeBackHeld(work: ReportWork): Promise<void> {
  const principal = principalId();
  const { index, conflict } = work.store.getState();
  if (principal === undefined || index === undefined) return;
  const held = await takeHeldText(principal, slotOf(work));
  if (!isHeldReport(held)) return;
  const record: ReportRecord = { ...held.meta, report_lexical: held.report_lexical, report_html: null };
  showText(work, { index }, record, held.base_version_id);
  const head = work.store.getState().versions[0];
  const isStale = head !== undefined && head.version_id !== held.base_version_id;
  work.set({ conflict: conflict ?? (isStale ? { theirs: head } : undefined) });
  work.edited();
}

function isHeldReport(value: unknown): value is HeldReport {
  return (
    typeof value === 'object' &&
    value !== null &&
    'report_lexical' in value &&
    typeof value.report_lexical === 'string' &&
    'meta' in value &&
    'base_version_id' in value
  );
}
