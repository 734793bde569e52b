/**
 * Finding entries: one statement per shape of filter, prepared once. Three ways in, by what narrows most:
 * given ids (documents, or few word hits), the patient, or a walk along the sort index; a walk with words
 * tests each entry against the hits, which is quick exactly when the hits are many.
 */

import type { EntryState } from './entry-store.ts';
import type { MemoryDatabase } from './memory-database.ts';

/** More word hits than this and walking along the order finds a page sooner than sorting the hits. */
const NARROW_MAX_HITS = 1000;

export interface EntryFilter {
  readonly resource: string;
  readonly state: EntryState;
  /** FTS5 expression, or null. */
  readonly match: string | null;
  readonly document_ids?: readonly string[] | undefined;
  readonly tag?: string | undefined;
  readonly specialist_id?: string | undefined;
  readonly has_draft?: boolean | undefined;
  readonly patient_id?: string | undefined;
  readonly modality?: string | undefined;
  readonly report_status?: string | undefined;
  readonly exam_date_from?: number | undefined;
  readonly exam_date_to?: number | undefined;
  readonly sort: 'updated_at' | 'created_at' | 'title' | 'exam_date';
  readonly descending: boolean;
  readonly after: { readonly key: string | number; readonly document_id: string } | null;
  readonly limit: number;
}

export interface FoundEntry {
  readonly document_id: string;
  readonly key: string | number;
  readonly summary: string | null;
  readonly patient_name: string | null;
}

type Parameters = Record<string, string | number | null>;

export type EntryQuery = ReturnType<typeof createEntryQuery>;

export function createEntryQuery(db: MemoryDatabase) {
  const statements = new Map<string, ReturnType<typeof prepare>>();
  const selectHits = db
    .prepare<[string, number], number>('SELECT rowid FROM words WHERE words MATCH ? LIMIT ?')
    .pluck();

  function prepare(sql: string) {
    return db.prepare<[Parameters], FoundEntry>(sql);
  }

  return {
    find(filter: EntryFilter): FoundEntry[] {
      const hits = filter.match === null ? null : selectHits.all(filter.match, NARROW_MAX_HITS + 1);
      if (hits?.length === 0) return [];
      const narrow = hits !== null && hits.length <= NARROW_MAX_HITS ? hits : null;
      const { sql, parameters } = toSql(filter, narrow);
      const statement = statements.get(sql) ?? prepare(sql);
      statements.set(sql, statement);
      return statement.all(parameters);
    },
  };
}

function toSql(filter: EntryFilter, hits: readonly number[] | null) {
  const { sort, descending, after } = filter;
  const parameters: Parameters = {
    resource: filter.resource,
    state: filter.state,
    limit: filter.limit,
  };
  const conditions: string[] = [];
  const add = (condition: string, values: Parameters): void => {
    conditions.push(condition);
    Object.assign(parameters, values);
  };
  const from = source(filter, hits, add);
  // A leading + keeps SQLite from walking the sort index where a better way in was chosen.
  const plus = from.isWalk ? '' : '+';
  add(`${plus}e.resource = @resource AND ${plus}e.state = @state`, {});
  addConditions(filter, add);
  if (after !== null) {
    const { key, document_id } = after;
    add(`(e.${sort}, e.document_id) ${descending ? '<' : '>'} (@after_key, @after_id)`, {
      after_key: key,
      after_id: document_id,
    });
  }
  const order = descending ? 'DESC' : 'ASC';
  const sql = `SELECT e.document_id, e.${sort} AS key, e.summary, p.name AS patient_name
    FROM ${from.tables} LEFT JOIN entries p ON p.document_id = e.patient_id
    WHERE ${conditions.join(' AND ')}
    ORDER BY e.${sort} ${order}, e.document_id ${order} LIMIT @limit`;
  return { sql, parameters };
}

type Add = (condition: string, values: Parameters) => void;

function source(filter: EntryFilter, hits: readonly number[] | null, add: Add) {
  if (filter.document_ids !== undefined) {
    if (filter.match !== null) addMatch(filter.match, add);
    add('e.document_id = j.value', { ids: JSON.stringify(filter.document_ids) });
    return { tables: 'json_each(@ids) j CROSS JOIN entries e', isWalk: false };
  }
  if (hits !== null) {
    add('e.id = j.value', { hits: JSON.stringify(hits) });
    return { tables: 'json_each(@hits) j CROSS JOIN entries e', isWalk: false };
  }
  if (filter.match !== null) addMatch(filter.match, add);
  if (filter.patient_id !== undefined) return { tables: 'entries e', isWalk: false };
  return { tables: `entries e INDEXED BY entries_by_${filter.sort}`, isWalk: true };
}

function addMatch(match: string, add: Add): void {
  add('e.id IN (SELECT rowid FROM words WHERE words MATCH @match)', { match });
}

function addConditions(filter: EntryFilter, add: Add): void {
  const { tag, specialist_id, has_draft, patient_id, modality, report_status } = filter;
  if (tag !== undefined) add('e.id IN (SELECT id FROM entry_tags WHERE tag = @tag)', { tag });
  if (specialist_id !== undefined) {
    add('e.id IN (SELECT id FROM entry_specialists WHERE specialist_id = @specialist_id)', { specialist_id });
  }
  if (has_draft !== undefined) add('e.has_draft = @has_draft', { has_draft: has_draft ? 1 : 0 });
  if (patient_id !== undefined) add('e.patient_id = @patient_id', { patient_id });
  if (modality !== undefined) add('e.modality = @modality', { modality });
  if (report_status !== undefined) add('e.report_status = @report_status', { report_status });
  const { exam_date_from, exam_date_to } = filter;
  if (exam_date_from !== undefined) add('e.exam_date >= @exam_date_from', { exam_date_from });
  if (exam_date_to !== undefined) add('e.exam_date <= @exam_date_to', { exam_date_to });
  if (exam_date_from !== undefined || exam_date_to !== undefined) {
    add('e.exam_date > @no_exam_date', { no_exam_date: NO_DATE });
  }
}

/** Anything below the first instant there is. */
const NO_DATE = -8_640_000_000_000_001;
