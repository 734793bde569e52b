/**
 * Builds a search index entry from a document's row and opened summary: sort keys, filter fields and searchable words.
 */
import type { Resource } from '#contract/documents/document-index.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { SEARCH_WORDS_MAX } from '#contract/limits.ts';
import { foldText } from '#records/folded-text.ts';
import { foldAccessionNumber } from '#records/identity/accession-number.ts';
import { dueMs } from '#records/orders/order-summary.ts';
import type { StoredSummaryOf } from '#records/sealed-summary.ts';
import { searchedTexts } from '#records/summaries.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import type { Entry, EntryFlags } from '#server/storage/search/entry-store.ts';
import { NO_DUE, NO_EXAM_DATE } from '#server/storage/search/search-port.ts';

const TITLE_KEY_MAX_CHARS = 100;

export type StoredSummary = StoredSummaryOf[Resource];

export function toFlags(row: DocumentRow): EntryFlags {
  return {
    document_id: row.document_id,
    change_seq: row.change_seq,
    row_rev: row.row_rev,
    state: row.is_deleted === 1 ? 2 : row.is_archived === 1 ? 1 : 0,
    updated_at: Date.parse(row.updated_at),
    patient_id: row.patient_id,
    has_draft: row.draft_rev === null ? 0 : 1,
  };
}

/** `summary` null means it did not open: the entry is sorted last by title and matches no word. */
export function toEntry(row: DocumentRow, summary: StoredSummary | null): Entry {
  return {
    ...toFlags(row),
    head_version_id: row.head_version_id,
    resource: row.resource,
    created_at: Date.parse(row.created_at),
    title: sortTitle(summary),
    exam_date: examDate(summary),
    modality: summary !== null && 'modality' in summary ? summary.modality : null,
    report_status: summary !== null && 'report_status' in summary ? summary.report_status : null,
    accession_number: accessionKey(summary),
    priority: summary !== null && 'priority' in summary ? summary.priority : null,
    due: due(summary),
    name: summary !== null && 'display_name' in summary ? summary.display_name : null,
    summary: summary === null ? null : JSON.stringify(summary),
  };
}

function accessionKey(summary: StoredSummary | null): string | null {
  if (summary === null || !('accession_number' in summary)) return null;
  const { accession_number } = summary;
  return accession_number === null ? null : foldAccessionNumber(accession_number);
}

/** Folded title for sorting, at most 100 characters. */
function sortTitle(summary: StoredSummary | null): string {
  if (summary === null) return '';
  const title = 'display_name' in summary ? summary.display_name : summary.title;
  return foldText(title ?? '').slice(0, TITLE_KEY_MAX_CHARS);
}

function examDate(summary: StoredSummary | null): number {
  if (summary === null || !('exam_date' in summary) || summary.exam_date === null) return NO_EXAM_DATE;
  return Date.parse(summary.exam_date);
}

function due(summary: StoredSummary | null): number {
  if (summary === null || !('due' in summary) || summary.due === null) return NO_DUE;
  return dueMs(summary.due);
}

/** The searchable text; `patientName` is the patient's, for an exam. */
export function wordsOf(summary: StoredSummary, patientName: string | null): string {
  // Line breaks separate texts, so that a tag's last word and the next tag's first stay apart.
  return foldText(searchedTexts(summary, patientName).join('\n'));
}

/**
 * An FTS5 expression that requires every word of `q` as a prefix; null when `q` has no word. Words are quoted, so that
 * none is read as operator; control characters separate words, because FTS5 ends an expression at NUL.
 * @throws invalid_request for too many words, which would block other requests
 */
export function matchExpression(q: string): string | null {
  const sorted = [...new Set(foldText(q).split(/[\s\p{Cc}]+/u))]
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .sort();
  // A word that is a prefix of another one is redundant.
  const words = sorted.filter((word, at) => sorted[at + 1]?.startsWith(word) !== true);
  if (words.length === 0) return null;
  if (words.length > SEARCH_WORDS_MAX)
    throw new VaultError('invalid_request', `q: at most ${SEARCH_WORDS_MAX} different words.`);
  return words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(' AND ');
}
