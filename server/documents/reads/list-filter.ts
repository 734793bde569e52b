/** A list query of the wire as the filter the search index takes. Source: choices, "Documents" (`GET /v1/{resource}`). */
import type { Resource } from '#contract/documents/document-index.ts';
import { LIST_SORTS, type ListQuery } from '#contract/documents/requests.ts';
import { parseInstant } from '#contract/instant.ts';
import { PAGE_LIMIT_DEFAULT } from '#contract/limits.ts';
import { VaultError } from '#contract/vault-error.ts';
import type { ListFilter, ListPlace } from '#server/access/document-search.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Everything of the query that decides which list it is: a cursor of one list fits no other. */
export function listScope(resource: Resource, query: ListQuery): string {
  const { cursor: _, limit: __, ...list } = query;
  return JSON.stringify([resource, Object.entries(list).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** @throws invalid_request when a date bound is no day and no instant. */
export function toListFilter<R extends Resource>(
  resource: R,
  query: ListQuery,
  after: ListPlace | null,
): ListFilter<R> {
  const wanted = query.sort ?? '-updated_at';
  const descending = wanted.startsWith('-');
  const sort = LIST_SORTS.find((name) => name === wanted.replace('-', '')) ?? 'updated_at';
  return {
    resource,
    state: query.state ?? 'active',
    q: query.q ?? '',
    ...given('tag', query.tag),
    ...given('specialist_id', query.specialist_id),
    ...given('has_draft', query.has_draft),
    ...given('patient_id', query.patient_id),
    ...given('modality', query.modality),
    ...given('report_status', query.report_status),
    ...given('exam_date_from', bound('exam_date_from', query.exam_date_from)),
    ...given('exam_date_to', bound('exam_date_to', query.exam_date_to)),
    sort,
    descending,
    after,
    limit: query.limit ?? PAGE_LIMIT_DEFAULT,
  };
}

function given<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]: Value });
}

/** A day is the whole day: as upper bound its last millisecond. */
function bound(field: 'exam_date_from' | 'exam_date_to', text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const instant = parseInstant(text);
  if (instant === undefined) {
    throw new VaultError(
      'invalid_request',
      `${field} must be a day (YYYY-MM-DD) or an RFC 3339 date-time with its offset.`,
    );
  }
  const isWholeDay = field === 'exam_date_to' && DAY.test(text);
  return Date.parse(instant) + (isWholeDay ? DAY_MS - 1 : 0);
}
