/**
 * Lists of a group whose key the caller lacks: the clear columns are all there is, so nothing matches a search
 * word, a tag or anything else that is sealed, and no row has a summary.
 * Source: choices, "Vocabulary".
 */

import type { Resource } from '#contract/documents/document-index.ts';
import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';
import { type ListFilter, type ListHit, NO_EXAM_DATE } from '#server/access/document-search.ts';
import type { ClearRow, DocumentStore } from '#server/db/documents/document-store.ts';
import { specialistIds } from './document-view.ts';

export function findClearRows<R extends Resource>(
  documents: DocumentStore,
  securityGroupId: SecurityGroupId,
  filter: ListFilter<R>,
): ListHit<R>[] {
  if (asksForSealed(filter)) return [];
  const direction = filter.descending ? -1 : 1;
  const { after } = filter;
  return documents
    .listClear(securityGroupId, filter.resource)
    .filter((row) => matches(row, filter))
    .map((row) => ({ key: keyOf(row, filter), document_id: row.document_id, made_from: null, summary: null }))
    .sort((a, b) => compare(a, b) * direction)
    .filter((hit) => after === null || compare(hit, after) * direction > 0)
    .slice(0, filter.limit);
}

function asksForSealed(filter: ListFilter): boolean {
  const { q, tag, modality, report_status, accession_number, exam_date_from, exam_date_to } = filter;
  const sealed = [tag, modality, report_status, accession_number, exam_date_from, exam_date_to];
  return q.trim() !== '' || sealed.some((value) => value !== undefined);
}

function matches(row: ClearRow, filter: ListFilter): boolean {
  const { state, specialist_id, has_draft, patient_id, updated_since } = filter;
  const rowState = row.is_deleted === 1 ? 'deleted' : row.is_archived === 1 ? 'archived' : 'active';
  return (
    (state === 'all' || state === rowState) &&
    (specialist_id === undefined || specialistIds(row).includes(specialist_id)) &&
    (has_draft === undefined || has_draft === (row.draft_rev !== null)) &&
    (patient_id === undefined || patient_id === row.patient_id) &&
    (updated_since === undefined || Date.parse(row.updated_at) >= updated_since)
  );
}

/** Titles and exam dates are sealed; there the order is that of the ids. */
function keyOf(row: ClearRow, { sort }: ListFilter): string | number {
  if (sort === 'title') return '';
  return sort === 'exam_date' ? NO_EXAM_DATE : Date.parse(row[sort]);
}

interface Place {
  readonly key: string | number;
  readonly document_id: DocumentId;
}

function compare(a: Place, b: Place): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  if (a.document_id === b.document_id) return 0;
  return a.document_id < b.document_id ? -1 : 1;
}
