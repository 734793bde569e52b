/**
 * Converts a list query of the wire into the search index's filter. Source: choices, "Documents" (`GET
 * /v1/{resource}`).
 */
import type { Resource } from '#contract/documents/document-index.ts';
import { EXAM_LIST_SORTS, type ListQuery } from '#contract/documents/requests.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { PrincipalId } from '#contract/ids.ts';
import { instantOf } from '#contract/instant.ts';
import { PAGE_LIMIT_DEFAULT } from '#contract/limits.ts';
import { foldAccessionNumber } from '#records/identity/accession-number.ts';
import { parseTextQuery } from '#server/documents/text-search/parse-text-query.ts';
import type { ListFilter, ListPlace, Narrowing } from '#server/storage/search/search-port.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Text of all query fields that identify a list, so that a cursor fits no other list. */
export function listScope(resource: Resource, query: ListQuery): string {
  const { cursor: _, limit: __, ...list } = query;
  return JSON.stringify([resource, Object.entries(list).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/**
 * Converts a query to a filter.
 * @throws invalid_request when a bound is neither day nor instant, two orders are given, or `text` has no word.
 */
export function toListFilter<R extends Resource>(
  resource: R,
  query: ListQuery,
  after: ListPlace | null,
  reader: PrincipalId,
): ListFilter<R> {
  if (query.order !== undefined && query.sort !== undefined) {
    throw new VaultError('invalid_request', 'Send sort or order, not both.');
  }
  const wanted = query.sort ?? query.order ?? '-updated_at';
  const descending = wanted.startsWith('-');
  const sort = EXAM_LIST_SORTS.find((name) => name === wanted.replace('-', '')) ?? 'updated_at';
  // Lists every name, because an omitted one would be a filter that matches everything.
  const narrowed: { readonly [Name in Narrowing]: ListFilter[Name] } = {
    tag: query.tag,
    specialist_id: query.specialist_id,
    has_draft: query.has_draft,
    patient_id: query.patient_id,
    modality: query.modality,
    report_status: query.report_status,
    accession_number: query.accession_number && foldAccessionNumber(query.accession_number),
    exam_date_from: bound('exam_date_from', query.exam_date_from),
    exam_date_to: bound('exam_date_to', query.exam_date_to),
    priority: query.priority,
    due_before: bound('due_before', query.due_before),
    updated_since: bound('updated_since', query.updated_since),
  };
  return {
    resource,
    state: query.state ?? 'active',
    q: query.q ?? '',
    ...(query.text === undefined ? {} : { text: { terms: parseTextQuery(query.text), reader } }),
    ...given(narrowed),
    sort,
    descending,
    after,
    limit: query.limit ?? PAGE_LIMIT_DEFAULT,
  };
}

/** Returns the fields that have a value. */
function given<Names extends object>(
  named: Names,
): { [Name in keyof Names]?: Exclude<Names[Name], undefined> };
function given(named: object): object {
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

/** Parses a bound. A day covers the whole day: as an upper bound its last millisecond. */
function bound(
  field: 'exam_date_from' | 'exam_date_to' | 'updated_since' | 'due_before',
  text: string | undefined,
): number | undefined {
  if (text === undefined) return undefined;
  const isWholeDay = field === 'exam_date_to' && DAY.test(text);
  return Date.parse(instantOf(field, text)) + (isWholeDay ? DAY_MS - 1 : 0);
}
