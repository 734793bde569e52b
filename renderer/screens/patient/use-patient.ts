import { useCallback, useEffect, useMemo, useState } from 'react';
import type { DocumentView } from '#contract/documents/views.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { examsByPatient } from '#renderer/lists/patient-list.ts';
import { examCache, patientCache } from '#renderer/state/record-cache/record-caches.ts';
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';

interface OpenedPatient {
  readonly view: DocumentView<'patients'> | undefined;
  readonly error: unknown;
  readonly reload: () => void;
}

/** React hook that opens a patient, and again after each newer version. */
export function usePatient(patientId: string): OpenedPatient {
  const [view, setView] = useState<DocumentView<'patients'>>();
  const [error, setError] = useState<unknown>();
  const [turn, setTurn] = useState(0);
  const known = patientCache.use((state) => state.rows.get(patientId)?.updated_at);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer version or a retry opens it again
  useEffect(() => {
    const abort = new AbortController();
    vault()
      .patients.get(patientId, {}, { signal: abort.signal })
      .then((opened) => {
        setView(opened);
        setError(undefined);
      })
      .catch((caught: unknown) => {
        if (!abort.signal.aborted) setError(caught);
      });
    return () => abort.abort();
  }, [patientId, turn, known]);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  return { view, error, reload };
}

const NONE: readonly ExamRow[] = [];

/** Returns the patient's exams outside the trash, newest first. */
export function usePatientExams(patientId: string): readonly ExamRow[] {
  const rows = examCache.use((state) => state.rows);
  useEffect(() => {
    examCache.refresh();
  }, []);
  return useMemo(() => examsByPatient(rows.values()).get(patientId) ?? NONE, [rows, patientId]);
}
