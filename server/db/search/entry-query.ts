/**
 * Finding entries: one statement per shape of filter, prepared once. Two ways in: the ids that one condition
 * leaves, where these are few, to be sorted; otherwise a walk along the sort index that tests each entry,
 * which is quick exactly when many entries pass.
 */

import type { DocumentId, PrincipalId } from '#contract/ids.ts';
import { NO_EXAM_DATE } from '#server/access/document-search.ts';
import type { EntryState } from './entry-store.ts';
import type { MemoryDatabase } from './memory-database.ts';

/** More ids than this and walking along the order finds a page sooner than sorting the hits. */
const NARROW_MAX_HITS = 1000;

export interface EntryFilter {
  readonly resource: string;
  readonly state: EntryState;
  /** FTS5 expression, or null. */
  readonly match: string | null;
  readonly document_ids?: readonly DocumentId[] | undefined;
  readonly tag?: string | undefined;
  readonly specialist_id?: PrincipalId | undefined;
  readonly has_draft?: boolean | undefined;
  readonly patient_id?: DocumentId | undefined;
  readonly modality?: string | undefined;
  readonly report_status?: string | undefined;
  readonly accession_number?: string | undefined;
  readonly exam_date_from?: number | undefined;
  readonly exam_date_to?: number | undefined;
  readonly updated_since?: number | undefined;
  readonly sort: 'updated_at' | 'created_at' | 'title' | 'exam_date';
  readonly descending: boolean;
  readonly after: { readonly key: string | number; readonly document_id: DocumentId } | null;
  readonly limit: number;
}

/** Where an entry stands in the order asked for; what it shows is read of those alone that make the page. */
export interface FoundPlace {
  readonly id: number;
  readonly document_id: DocumentId;
  readonly key: string | number;
}

type Parameters = Record<string, string | number | null>;

/** What a filter can be narrowed by, and the statement that finds the ids it leaves. */
const NARROWING = {
  match: 'SELECT rowid FROM words WHERE words MATCH @match LIMIT @most',
  tag: 'SELECT id FROM entry_tags WHERE tag = @tag LIMIT @most',
  specialist_id: 'SELECT id FROM entry_specialists WHERE specialist_id = @specialist_id LIMIT @most',
  patient_id: 'SELECT id FROM entries WHERE patient_id = @patient_id LIMIT @most',
  accession_number: 'SELECT id FROM entries WHERE accession_number = @accession_number LIMIT @most',
  has_draft: 'SELECT id FROM entries WHERE has_draft = 1 AND resource = @resource LIMIT @most',
} as const;

export function createEntryQuery(db: MemoryDatabase) {
  const statements = new Map<string, ReturnType<typeof prepare>>();
  const narrowing = Object.entries(NARROWING).map(([name, sql]) => ({
    name: name as keyof typeof NARROWING,
    select: db.prepare<[Parameters], number>(sql).pluck(),
  }));

  function prepare(sql: string) {
    return db.prepare<[Parameters], FoundPlace>(sql);
  }

  /** The ids one of the filter's conditions leaves, where they are few; undefined where all leave many. */
  function fewIds(filter: EntryFilter): number[] | undefined {
    for (const { name, select } of narrowing) {
      const value = name === 'has_draft' ? (filter.has_draft === true ? 1 : undefined) : filter[name];
      if (value === undefined || value === null) continue;
      const ids = select.all({ [name]: value, resource: filter.resource, most: NARROW_MAX_HITS + 1 });
      if (ids.length <= NARROW_MAX_HITS) return ids;
    }
    return undefined;
  }

  function run(filter: EntryFilter, ids?: readonly number[]): FoundPlace[] {
    const { sql, parameters } = toSql(filter, ids);
    const statement = statements.get(sql) ?? prepare(sql);
    statements.set(sql, statement);
    return statement.all(parameters);
  }

  return {
    find(filter: EntryFilter): FoundPlace[] {
      const ids = filter.document_ids === undefined ? fewIds(filter) : undefined;
      return ids?.length === 0 ? [] : run(filter, ids);
    },
    /** The first place in the order, whatever else is asked for: nothing that is found here comes before it. */
    first({ resource, state, sort, descending, after }: EntryFilter): FoundPlace | undefined {
      return run({ resource, state, match: null, sort, descending, after, limit: 1 })[0];
    },
  };
}

type Add = (condition: string, values?: Parameters) => void;

function toSql(filter: EntryFilter, ids: readonly number[] | undefined) {
  const { sort, descending, after } = filter;
  const parameters: Parameters = { limit: filter.limit };
  const conditions: string[] = [];
  const add: Add = (condition, values = {}) => {
    conditions.push(condition);
    Object.assign(parameters, values);
  };
  const tables = addSource(filter, ids, add);
  addConditions(filter, add);
  if (after !== null) {
    const { key, document_id } = after;
    add(`(e.${sort}, e.document_id) ${descending ? '<' : '>'} (@after_key, @after_id)`, {
      after_key: key,
      after_id: document_id,
    });
  }
  const order = descending ? 'DESC' : 'ASC';
  const sql = `SELECT e.id, e.document_id, e.${sort} AS key
    FROM ${tables}
    WHERE ${conditions.join(' AND ')}
    ORDER BY e.${sort} ${order}, e.document_id ${order} LIMIT @limit`;
  return { sql, parameters };
}

function addSource(filter: EntryFilter, ids: readonly number[] | undefined, add: Add): string {
  if (filter.document_ids !== undefined) {
    add('e.document_id = j.value', { ids: JSON.stringify(filter.document_ids) });
    return 'json_each(@ids) j CROSS JOIN entries e';
  }
  if (ids !== undefined) {
    add('e.id = j.value', { ids: JSON.stringify(ids) });
    return 'json_each(@ids) j CROSS JOIN entries e';
  }
  return `entries e INDEXED BY entries_by_${filter.sort}`;
}

function addConditions(filter: EntryFilter, add: Add): void {
  const { resource, state, match, tag, specialist_id, has_draft } = filter;
  add('e.resource = @resource AND e.state = @state', { resource, state });
  if (match !== null) add('e.id IN (SELECT rowid FROM words WHERE words MATCH @match)', { match });
  if (tag !== undefined) add('e.id IN (SELECT id FROM entry_tags WHERE tag = @tag)', { tag });
  if (specialist_id !== undefined) {
    add('e.id IN (SELECT id FROM entry_specialists WHERE specialist_id = @specialist_id)', { specialist_id });
  }
  if (has_draft !== undefined) add('e.has_draft = @has_draft', { has_draft: has_draft ? 1 : 0 });
  for (const name of ['patient_id', 'modality', 'report_status', 'accession_number'] as const) {
    const value = filter[name];
    if (value !== undefined) add(`e.${name} = @${name}`, { [name]: value });
  }
  const { exam_date_from, exam_date_to, updated_since } = filter;
  if (updated_since !== undefined) add('e.updated_at >= @updated_since', { updated_since });
  if (exam_date_from !== undefined) add('e.exam_date >= @exam_date_from', { exam_date_from });
  if (exam_date_to !== undefined) add('e.exam_date <= @exam_date_to', { exam_date_to });
  if (exam_date_from !== undefined || exam_date_to !== undefined) {
    add('e.exam_date <> @no_exam_date', { no_exam_date: NO_EXAM_DATE });
  }
}
