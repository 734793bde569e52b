/** Finds the next exam to report: after this one in the list last shown, then from its start. Pure. */
import { isFinished, rowState } from '#renderer/components/records/record-state.ts';
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';
import { isToReport } from './exam-filter.ts';
import { DEFAULT_SORT, sortExams } from './exam-order.ts';

export function nextUnsigned(
  rows: ReadonlyMap<string, ExamRow>,
  order: readonly string[],
  currentId: string,
  mayWrite: (row: ExamRow) => boolean,
): ExamRow | undefined {
  const ids = order.includes(currentId)
    ? order
    : sortExams([...rows.values()], DEFAULT_SORT).map((row) => row.id);
  const at = ids.indexOf(currentId);
  return [...ids.slice(at + 1), ...ids.slice(0, Math.max(0, at))]
    .flatMap((id) => rows.get(id) ?? [])
    .find((row) => row.id !== currentId && isOpen(row) && mayWrite(row));
}

/** Returns the next unreported exam after the open one, or from the selected one on. */
export function nextToReport(
  rows: ReadonlyMap<string, ExamRow>,
  order: readonly string[],
  from: { readonly open?: string | undefined; readonly chosen?: string | undefined },
): ExamRow | undefined {
  const known = order.flatMap((id) => rows.get(id) ?? []);
  const listed = known.length > 0 ? known : sortExams([...rows.values()], DEFAULT_SORT);
  const at = listed.findIndex((row) => row.id === (from.open ?? from.chosen));
  const start = at + (from.open === undefined ? 0 : 1);
  const turned = [...listed.slice(Math.max(0, start)), ...listed.slice(0, Math.max(0, start))];
  // Exams outside the list follow after it.
  const others = sortExams(
    [...rows.values()].filter((row) => !listed.includes(row)),
    DEFAULT_SORT,
  );
  return [...turned, ...others].find(
    (row) => row.id !== from.open && !row.is_deleted && !row.is_archived && isToReport(row),
  );
}

function isOpen(row: ExamRow): boolean {
  return row.summary !== null && !row.is_deleted && !row.is_archived && !isFinished(rowState(row));
}
