import { useEffect, useMemo } from 'react';
import { examsByPatient } from '#renderer/lists/patient-list.ts';
import { examDirectory } from '#renderer/state/directory/directories.ts';
import type { ExamRow } from '#renderer/state/directory/row.ts';

const NONE: readonly ExamRow[] = [];

/** The patient's exams outside the trash, the newest first. */
export function usePatientExams(patientId: string): readonly ExamRow[] {
  const rows = examDirectory.use((state) => state.rows);
  useEffect(() => {
    examDirectory.refresh();
  }, []);
  return useMemo(() => examsByPatient(rows.values()).get(patientId) ?? NONE, [rows, patientId]);
}
