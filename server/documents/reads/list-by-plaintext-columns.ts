/**
 * Lists documents from plaintext columns alone, for two cases: groups whose key the caller lacks, and groups whose
 * search index is under construction when the query needs nothing sealed. Scans the group's rows in slices. Opens
 * nothing, so no hit has a summary.
 * Source: choices, "Vocabulary".
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Resource } from '#contract/documents/document-index.ts';
import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';
import type { DocumentStore, PlaintextColumns } from '#server/storage/documents/document-store.ts';
import {
  type ListFilter,
  type ListHit,
  type Narrowing,
  NO_DUE,
  NO_EXAM_DATE,
} from '#server/storage/search/search-port.ts';
import { specialistIds } from './document-view.ts';

/** Rows scanned per slice, some 10 ms. */
const ROWS_PER_TURN = 2_000;

/** True when plaintext columns alone decide the hits and their order. */
export function usesOnlyPlaintextColumns(filter: ListFilter): boolean {
  return !asksForSealed(filter) && (filter.sort === 'updated_at' || filter.sort === 'created_at');
}

/** Sorts by id where the requested order is by title, exam date or due time, because those are sealed. */
export async function listByPlaintextColumns<R extends Resource>(
  documents: DocumentStore,
  securityGroupId: SecurityGroupId,
  filter: ListFilter<R>,
): Promise<ListHit<R>[]> {
  if (asksForSealed(filter)) return [];
  const first = createFirstHits<R>(filter);
  if (filter.document_ids !== undefined) {
    first.take([...documents.findMany(filter.document_ids).values()]);
    return first.list();
  }
  for (let seq = 0; ; await nextTurn()) {
    const rows = documents.listClear(securityGroupId, seq, ROWS_PER_TURN);
    first.take(rows);
    seq = rows.at(-1)?.change_seq ?? seq;
    if (rows.length < ROWS_PER_TURN) break;
  }
  // Rows changed during the scan removed too many hits, so scan again.
  return first.isShort() ? listByPlaintextColumns(documents, securityGroupId, filter) : first.list();
}

/** Collects the first hits of all rows, and some behind them: a row that changes meanwhile arrives again. */
function createFirstHits<R extends Resource>(filter: ListFilter<R>) {
  const direction = filter.descending ? -1 : 1;
  const kept = filter.limit * 2;
  let hits: ListHit<R>[] = [];
  let wasCut = false;

  const isWanted = (row: PlaintextColumns): boolean => {
    const place = { key: keyOf(row, filter), document_id: row.document_id };
    return matches(row, filter) && (filter.after === null || compare(place, filter.after) * direction > 0);
  };

  return {
    take(rows: readonly PlaintextColumns[]): void {
      const taken = new Set(rows.map((row) => row.document_id));
      const found = rows.filter(isWanted).map((row) => ({
        key: keyOf(row, filter),
        document_id: row.document_id,
        made_from: null,
        summary: null,
      }));
      const all = [...hits.filter((hit) => !taken.has(hit.document_id)), ...found];
      all.sort((a, b) => compare(a, b) * direction);
      wasCut ||= all.length > kept;
      hits = all.slice(0, kept);
    },
    isShort: () => wasCut && hits.length < filter.limit,
    list: () => hits.slice(0, filter.limit),
  };
}

/** Where each filtered field is stored: in plaintext columns or sealed. */
const STANDS: Readonly<Record<Narrowing, 'clear' | 'sealed'>> = {
  tag: 'sealed',
  specialist_id: 'clear',
  has_draft: 'clear',
  patient_id: 'clear',
  modality: 'sealed',
  report_status: 'sealed',
  accession_number: 'sealed',
  exam_date_from: 'sealed',
  exam_date_to: 'sealed',
  priority: 'sealed',
  due_before: 'sealed',
  updated_since: 'clear',
};

function asksForSealed(filter: ListFilter): boolean {
  const given = new Map(Object.entries(filter));
  const isAsked = ([name, stands]: [string, string]) => stands === 'sealed' && given.get(name) !== undefined;
  return filter.q.trim() !== '' || filter.text !== undefined || Object.entries(STANDS).some(isAsked);
}

function matches(row: PlaintextColumns, filter: ListFilter): boolean {
  const { resource, state, specialist_id, has_draft, patient_id, updated_since } = filter;
  const rowState = row.is_deleted === 1 ? 'deleted' : row.is_archived === 1 ? 'archived' : 'active';
  return (
    resource === row.resource &&
    (state === 'all' || state === rowState) &&
    (specialist_id === undefined || specialistIds(row).includes(specialist_id)) &&
    (has_draft === undefined || has_draft === (row.draft_rev !== null)) &&
    (patient_id === undefined || patient_id === row.patient_id) &&
    (updated_since === undefined || Date.parse(row.updated_at) >= updated_since)
  );
}

function keyOf(row: PlaintextColumns, { sort }: ListFilter): string | number {
  if (sort === 'title') return '';
  if (sort === 'due') return NO_DUE;
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
