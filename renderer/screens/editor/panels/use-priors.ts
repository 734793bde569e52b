import { useMemo } from 'react';
import { useWork, useWorkState } from '#renderer/editor/work/work-context.ts';
import { examDirectory } from '#renderer/state/directory/directories.ts';
import type { ExamRow } from '#renderer/state/directory/row.ts';

const dateOf = (row: ExamRow): string => row.summary?.exam_date ?? row.created_at;

/** Other exams of the same patient: those of the same modality first, the newest first. */
export function usePriors(): readonly ExamRow[] {
  const { documents } = useWork();
  const patientId = useWorkState((state) => state.index?.meta.patient_id ?? null);
  const modality = useWorkState((state) => state.meta.modality);
  const rows = examDirectory.use((state) => state.rows);
  return useMemo(() => {
    if (patientId === null) return [];
    return [...rows.values()]
      .filter((row) => row.patient_id === patientId && row.id !== documents.id && !row.is_deleted)
      .sort((a, b) => {
        const sameA = a.summary?.modality === modality ? 0 : 1;
        const sameB = b.summary?.modality === modality ? 0 : 1;
        return sameA - sameB || dateOf(b).localeCompare(dateOf(a));
      });
  }, [rows, patientId, modality, documents.id]);
}
