/**
 * Builds the tracker's rows: follow-ups and critical results of all exams by due date. Also finds a later
 * exam that may fulfil a follow-up. Pure; uses the rows in memory.
 */
import type { CriticalResult, FollowUp } from '#contract/documents/follow-ups.ts';
import { criticalDue, criticalFor, criticalState } from '#records/reports/critical-result.ts';
import { isEnteredInError } from '#records/reports/entered-in-error.ts';
import { followUpState } from '#records/reports/follow-ups.ts';
import { localDayKey } from '#renderer/messages/dates.ts';
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';
import type { DraftTracked } from './draft-tracked.ts';
import { examDay } from './worklist/exam-filter.ts';

export type TrackedGroup = 'overdue' | 'today' | 'soon' | 'later' | 'done';
export const TRACKED_GROUPS: readonly TrackedGroup[] = ['overdue', 'today', 'soon', 'later', 'done'];

interface Place {
  readonly key: string;
  readonly row: ExamRow;
  readonly group: TrackedGroup;
  /** Sort key within a group: due time, or time of completion. */
  readonly at: string;
}

export interface TrackedFollowUp extends Place {
  readonly kind: 'follow_up';
  readonly followUp: FollowUp;
  /** True if only the draft has it: it is changed in the report. */
  readonly isDraft: boolean;
  /** Later exam of the same patient that may fulfil the follow-up; offered, never linked automatically. */
  readonly fit: ExamRow | undefined;
  /** Exam said to have fulfilled this follow-up that now belongs to another patient, which does not count. */
  readonly doneElsewhere: ExamRow | undefined;
}

export interface TrackedCritical extends Place {
  readonly kind: 'critical';
  readonly critical: CriticalResult;
}

export type Tracked = TrackedFollowUp | TrackedCritical;

/** Days for which completed items are shown. */
const DONE_SHOWN_DAYS = 30;
const SOON_DAYS = 30;
/** A result due before the next morning is due today, also past midnight. */
const NIGHT_MS = 12 * 3_600_000;
const NO_DRAFTS: ReadonlyMap<string, DraftTracked> = new Map();

/**
 * Returns the rows. `drafts` has critical results and follow-ups from drafts by exam; a draft is newer than the
 * sealed version.
 */
export function trackedItems(
  exams: ReadonlyMap<string, ExamRow>,
  now: Date,
  drafts: ReadonlyMap<string, DraftTracked> = NO_DRAFTS,
): Tracked[] {
  const items: Tracked[] = [];
  for (const row of exams.values()) {
    if (row.summary === null || row.is_deleted || isEnteredInError(row.summary.report_status)) continue;
    const { critical_result, follow_ups } = row.summary;
    const draft = drafts.get(row.id);
    const critical = newerCritical(critical_result, draft?.critical, now);
    if (critical) items.push(criticalItem(row, criticalFor(critical, row.patient_id), now));
    const sealed = follow_ups ?? [];
    // What was sealed counts as sealed: the list changes it there.
    const isSealed = ({ follow_up_id: id }: FollowUp) => sealed.some((known) => known.follow_up_id === id);
    for (const followUp of sealed) items.push(followUpItem(row, followUp, exams, now));
    for (const followUp of draft?.followUps ?? [])
      if (!isSealed(followUp)) items.push({ ...followUpItem(row, followUp, exams, now), isDraft: true });
  }
  const rank = (item: Tracked) => TRACKED_GROUPS.indexOf(item.group);
  return items.sort(
    (a, b) =>
      rank(a) - rank(b) ||
      // Longest overdue first; most recently completed first.
      (a.group === 'done' ? b.at.localeCompare(a.at) : a.at.localeCompare(b.at)),
  );
}

/** Keeps a communication recorded from the list meanwhile, which an older draft does not have. */
function newerCritical(
  sealed: CriticalResult | null | undefined,
  draft: CriticalResult | undefined,
  now: Date,
): CriticalResult | undefined {
  const isTold = sealed && criticalState(sealed, now) === 'closed' && sealed.finding === draft?.finding;
  return isTold ? sealed : (draft ?? sealed ?? undefined);
}

/** Returns true for open items due today or overdue, and for every critical result not yet communicated. */
export function isDue(item: Tracked): boolean {
  if (item.kind === 'critical') return item.group !== 'done';
  return item.group === 'overdue' || item.group === 'today';
}

export function isShown(item: Tracked, now: Date): boolean {
  return item.group !== 'done' || item.at >= dayAfter(now, -DONE_SHOWN_DAYS);
}

function criticalItem(row: ExamRow, critical: CriticalResult, now: Date): TrackedCritical {
  const state = criticalState(critical, now);
  const due = new Date(criticalDue(critical));
  // With the recorder's offset from UTC, it does not sort as text.
  const toldAt = Date.parse(critical.told_at);
  const isTold = state === 'closed' && !Number.isNaN(toldAt);
  const at = (isTold ? new Date(toldAt) : due).toISOString();
  const group =
    state === 'closed'
      ? 'done'
      : state === 'overdue'
        ? 'overdue'
        : localDayKey(due) === localDayKey(now) || due.getTime() - now.getTime() < NIGHT_MS
          ? 'today'
          : 'soon';
  return { kind: 'critical', key: `${row.id}-critical`, row, group, at, critical };
}

function followUpItem(
  row: ExamRow,
  recorded: FollowUp,
  exams: ReadonlyMap<string, ExamRow>,
  now: Date,
): TrackedFollowUp {
  const by = recorded.done?.exam_id ? exams.get(recorded.done.exam_id) : undefined;
  const doneElsewhere = by && by.patient_id !== row.patient_id ? by : undefined;
  const followUp = doneElsewhere ? { ...recorded, done: null } : recorded;
  const state = followUpState(followUp, localDayKey(now));
  const isSoon = followUp.due <= dayAfter(now, SOON_DAYS);
  const group = state === 'planned' ? (isSoon ? 'soon' : 'later') : state === 'due' ? 'today' : state;
  return {
    kind: 'follow_up',
    key: `${row.id}-${followUp.follow_up_id}`,
    row,
    group,
    at: followUp.done ? followUp.done.done_at : followUp.due,
    followUp,
    isDraft: false,
    doneElsewhere,
    fit: followUp.done ? undefined : laterExams(row, exams).find((exam) => isLike(exam, row)),
  };
}

/** Returns later exams of the same patient, newest first. */
export function laterExams(row: ExamRow, exams: ReadonlyMap<string, ExamRow>): ExamRow[] {
  if (row.patient_id === null) return [];
  return [...exams.values()]
    .filter((exam) => exam.patient_id === row.patient_id && exam.id !== row.id && !exam.is_deleted)
    .filter((exam) => exam.summary !== null && examDay(exam) > examDay(row))
    .sort((a, b) => (examDay(a) < examDay(b) ? 1 : -1));
}

const isLike = (exam: ExamRow, row: ExamRow): boolean =>
  exam.summary?.modality !== null && exam.summary?.modality === row.summary?.modality;

function dayAfter(now: Date, days: number): string {
  return localDayKey(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
}
