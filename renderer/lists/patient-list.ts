/** Filters and sorts the patient list, and summarises each patient's exams. Pure. */
import { nameSortKey } from '#records/identity/compare-demographics.ts';
import { isFoundBy } from '#records/summaries.ts';
import { localeTag } from '#renderer/messages/locale-tag.ts';
import type { ExamRow, PatientRow } from '#renderer/state/record-cache/record-row.ts';

export const PATIENT_BASES = ['all', 'recent', 'archived'] as const;
export type PatientBase = (typeof PATIENT_BASES)[number];
export type PatientColumn = 'patient' | 'born' | 'exams' | 'changed';

export interface PatientSort {
  readonly by: PatientColumn;
  readonly descending: boolean;
}

const WEEK_MS = 7 * 86_400_000;

export function inPatientBase(row: PatientRow, base: PatientBase, now = Date.now()): boolean {
  if (row.is_deleted) return false;
  if (base === 'archived') return row.is_archived;
  if (row.is_archived) return false;
  return base === 'all' || now - Date.parse(row.updated_at) < WEEK_MS;
}

interface PatientChoice {
  readonly base: PatientBase;
  readonly tag: string | undefined;
  readonly words: readonly string[];
}

export function matchesPatient({ summary }: PatientRow, words: readonly string[]): boolean {
  return words.length === 0 || (summary !== null && isFoundBy(summary, words));
}

export function patientsShown(rows: Iterable<PatientRow>, { base, tag, words }: PatientChoice): PatientRow[] {
  const searched = words.length > 0 ? 'all' : base;
  return [...rows].filter(
    (row) =>
      inPatientBase(row, searched) &&
      (tag === undefined || row.summary?.tags.includes(tag)) &&
      matchesPatient(row, words),
  );
}

/** Maps each patient to their exams, newest first. */
export function examsByPatient(exams: Iterable<ExamRow>): ReadonlyMap<string, readonly ExamRow[]> {
  const byPatient = new Map<string, ExamRow[]>();
  for (const exam of exams) {
    if (exam.patient_id === null || exam.is_deleted) continue;
    const known = byPatient.get(exam.patient_id);
    if (known) known.push(exam);
    else byPatient.set(exam.patient_id, [exam]);
  }
  const when = (row: ExamRow) => row.summary?.exam_date ?? row.updated_at;
  for (const list of byPatient.values()) list.sort((a, b) => (when(a) < when(b) ? 1 : -1));
  return byPatient;
}

export function sortPatients(
  rows: readonly PatientRow[],
  { by, descending }: PatientSort,
  examsOf: ReadonlyMap<string, readonly ExamRow[]>,
): PatientRow[] {
  const sign = descending ? -1 : 1;
  const collator = new Intl.Collator(localeTag(), { sensitivity: 'base' });
  const keys = new Map(rows.map((row) => [row, nameSortKey(row.summary?.display_name ?? '\uffff')]));
  const name = (row: PatientRow) => keys.get(row) ?? '';
  const order = (a: PatientRow, b: PatientRow): number => {
    if (by === 'exams') return (examsOf.get(a.id)?.length ?? 0) - (examsOf.get(b.id)?.length ?? 0);
    if (by === 'born') return (a.summary?.birth_date ?? '') < (b.summary?.birth_date ?? '') ? -1 : 1;
    if (by === 'changed') return a.updated_at < b.updated_at ? -1 : 1;
    return collator.compare(name(a), name(b));
  };
  return [...rows].sort((a, b) => sign * order(a, b));
}
