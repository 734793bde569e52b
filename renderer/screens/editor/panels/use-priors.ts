import { useMemo } from 'react';
import { isEnteredInError } from '#records/reports/entered-in-error.ts';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { dayKey, isDayOnly } from '#renderer/messages/dates.ts';
import { examCache } from '#renderer/state/record-cache/record-caches.ts';
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';
import { choosePrior } from './choose-prior.ts';

/** Other exams of the same patient, split into earlier and later ones. */
export interface OtherExams {
  /** Priors, newest first. */
  readonly earlier: readonly ExamRow[];
  /** The one to compare with; undefined without priors. */
  readonly chosen: ExamRow | undefined;
  /** Exams made after this one, nearest first; they are not priors. */
  readonly later: readonly ExamRow[];
}

const NONE: OtherExams = { earlier: [], chosen: undefined, later: [] };

/** Milliseconds; of exams at the same time (often one day) the one created first is the earlier. */
const momentOf = (row: ExamRow) => Date.parse(row.summary?.exam_date ?? row.created_at);

/** True if either exam has a date without time, because its midnight implies no order. */
function isOneDay(a: string | null | undefined, b: string | null | undefined): boolean {
  return Boolean(a && b && (isDayOnly(a) || isDayOnly(b)) && dayKey(a) === dayKey(b));
}

export function usePriors(): OtherExams {
  const { documents } = useEditingSession();
  const patientId = useEditingState((state) => state.index?.meta.patient_id ?? null);
  const created = useEditingState((state) => state.index?.created_at ?? '');
  const examDate = useEditingState((state) => state.meta.exam_date);
  const title = useEditingState((state) => state.meta.title);
  const modality = useEditingState((state) => state.meta.modality);
  const rows = examCache.use((state) => state.rows);
  return useMemo(() => {
    if (patientId === null) return NONE;
    const here = Date.parse(examDate ?? created);
    const others = [...rows.values()]
      .filter((row) => row.patient_id === patientId && row.id !== documents.id && !row.is_deleted)
      // Leave out exams entered in error.
      .filter((row) => !isEnteredInError(row.summary?.report_status))
      .map((row) => ({ row, moment: momentOf(row) }))
      .sort((a, b) => b.moment - a.moment);
    const isLater = ({ row, moment }: (typeof others)[number]) =>
      moment === here || isOneDay(row.summary?.exam_date, examDate)
        ? row.created_at > created
        : moment > here;
    const earlier = others.filter((other) => !isLater(other)).map(({ row }) => row);
    const later = others.filter(isLater).map(({ row }) => row);
    return { earlier, chosen: choosePrior(earlier, { title, modality }), later: later.reverse() };
  }, [rows, patientId, title, modality, examDate, created, documents.id]);
}
