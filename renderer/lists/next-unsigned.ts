/** The exam to report next: after this one in the list last shown, then from its start. Pure. */
import { isFinished, rowState } from '#renderer/components/records/record-state.ts';
import type { ExamRow } from '#renderer/state/directory/row.ts';
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

function isOpen(row: ExamRow): boolean {
  return row.summary !== null && !row.is_deleted && !row.is_archived && !isFinished(rowState(row));
}
