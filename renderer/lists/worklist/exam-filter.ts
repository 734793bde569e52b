/** Filters the worklist: a base view and filters on top. Pure; uses the rows in memory. */

import type { ExamSummary } from '#contract/documents/summaries.ts';
import { foldText, matchesAll, wordsOf } from '#records/folded-text.ts';
import { identifierValues } from '#records/identity/identifiers.ts';
import { isEnteredInError } from '#records/reports/entered-in-error.ts';
import { searchedTexts } from '#records/summaries.ts';
import { isFinished, rowState, type StateKey } from '#renderer/components/records/record-state.ts';
import { dayKey, localDayKey } from '#renderer/messages/dates.ts';
import type { ExamRow, PatientRow } from '#renderer/state/record-cache/record-row.ts';

export const BASES = [
  ...(['recent', 'to_report', 'mine_to_report', 'mine', 'drafts'] as const),
  ...(['to_sign', 'to_cosign', 'all', 'archived'] as const),
] as const;
export type WorklistBase = (typeof BASES)[number];

export interface ExamFilter {
  /** Words of the filter as folded beginnings. */
  readonly words: readonly string[];
  readonly modalities: readonly string[];
  readonly states: readonly StateKey[];
  readonly tags: readonly string[];
  readonly has_draft: boolean;
  /** Dates `YYYY-MM-DD`, both inclusive; undefined means open. */
  readonly date_from: string | undefined;
  readonly date_to: string | undefined;
  /** Folded beginning of the accession number or of any number of the patient. */
  readonly identifier: string | undefined;
}

export const NO_FILTER: ExamFilter = {
  words: [],
  modalities: [],
  states: [],
  tags: [],
  has_draft: false,
  date_from: undefined,
  date_to: undefined,
  identifier: undefined,
};

export function isFiltered(filter: ExamFilter): boolean {
  const { words, modalities, states, tags, has_draft, date_from, date_to, identifier } = filter;
  const lists = [words, modalities, states, tags];
  return (
    lists.some((list) => list.length > 0) ||
    has_draft ||
    date_from !== undefined ||
    date_to !== undefined ||
    identifier !== undefined
  );
}

const NOBODY_ASKED = new Set<string>();

/** Returns the exam's date, else the date of its last change. */
export function examDay(row: ExamRow): string {
  return dayKey(row.summary?.exam_date ?? row.updated_at);
}

/**
 * Returns true if the exam is in the base view. `me` is the reader's principal id; `asked` are exams that
 * person is asked to co-sign.
 */
export function inBase(
  row: ExamRow,
  base: WorklistBase,
  me: string,
  now = new Date(),
  asked: { readonly has: (examId: string) => boolean } = NOBODY_ASKED,
  withWithdrawn = false,
): boolean {
  if (row.is_deleted) return false;
  if (base === 'archived') return row.is_archived;
  if (row.is_archived) return false;
  // Exams entered in error are in the view of all exams only, unless a filter asks for them.
  if (base !== 'all' && !withWithdrawn && isEnteredInError(row.summary?.report_status)) return false;
  switch (base) {
    case 'all':
      return true;
    case 'to_report':
      return isToReport(row);
    case 'mine_to_report':
      return isToReport(row) && isFor(row, me);
    case 'mine':
      return row.written_by.includes(me);
    case 'drafts':
      return row.has_draft;
    case 'to_cosign':
      return asked.has(row.id);
    case 'to_sign':
      return rowState({ ...row, has_draft: false }) === 'preliminary';
    default: {
      const today = localDayKey(now);
      const isOfToday = examDay(row) === today || localDayKey(new Date(row.updated_at)) === today;
      return isOfToday || row.has_draft || !isFinished(rowState(row));
    }
  }
}

/** Returns true if no report was sealed, even if one was started. */
export function isToReport(row: ExamRow): boolean {
  return rowState({ ...row, has_draft: false }) === 'toReport';
}

/**
 * Returns true for a named specialist; without any, for who made the exam or began its report. Who imported it has done
 * neither.
 */
function isFor({ specialist_ids, written_by, is_imported, has_draft }: ExamRow, me: string): boolean {
  if (specialist_ids.length > 0) return specialist_ids.includes(me);
  return written_by.includes(me) && (!is_imported || has_draft);
}

export function matchesFilter(row: ExamRow, filter: ExamFilter, patient: PatientRow | undefined): boolean {
  const { summary } = row;
  if (!isFiltered(filter)) return true;
  if (summary === null) return false;
  const { modality, tags, patient_name } = summary;
  if (filter.modalities.length > 0 && !filter.modalities.includes((modality ?? '').toUpperCase()))
    return false;
  if (filter.states.length > 0 && !filter.states.includes(rowState(row))) {
    if (!filter.states.includes(rowState({ ...row, has_draft: false }))) return false;
  }
  if (filter.has_draft && !row.has_draft) return false;
  if (filter.tags.length > 0 && !filter.tags.some((tag) => tags.includes(tag))) return false;
  const day = examDay(row);
  if (filter.date_from !== undefined && day < filter.date_from) return false;
  if (filter.date_to !== undefined && day > filter.date_to) return false;
  if (filter.identifier !== undefined && !hasIdentifier(summary, patient, filter.identifier)) return false;
  if (filter.words.length === 0) return true;
  const texts = searchedTexts(summary, patient_name);
  // Exams are also found by their patient's texts, which are in memory.
  if (patient?.summary) texts.push(...searchedTexts(patient.summary, null));
  return matchesAll(wordsOf(texts.join('\n')), filter.words);
}

function hasIdentifier(
  { accession_number }: ExamSummary,
  patient: PatientRow | undefined,
  prefix: string,
): boolean {
  const values = [
    accession_number ?? '',
    ...identifierValues(patient?.summary?.identifiers),
    patient?.summary?.external_id ?? '',
  ];
  return values.some((value) => foldText(value).startsWith(prefix));
}
