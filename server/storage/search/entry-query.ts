/**
 * Finds search index entries: one prepared statement per filter shape. Three strategies: sort the ids that one
 * condition leaves, if few; for a search by title, take the ids in title order. Otherwise scan the sort index and test
 * each entry, which is fast when many entries match.
 */

import type { ListSort } from '#contract/documents/requests.ts';
import type { DocumentId, PrincipalId } from '#contract/ids.ts';
import type { EntryState } from './entry-store.ts';
import type { MemoryDatabase } from './memory-database.ts';
import { NO_EXAM_DATE } from './search-port.ts';
import type { TitleOrder } from './title-order.ts';

/** Number of matching ids above which scanning in order finds a page sooner than sorting the hits. */
const NARROW_MAX_HITS = 1000;
/** Entries read first from a shard, doubled each time, because most pages end early. */
const FIRST_BATCH = 8;

/** The sort key and, between equal keys, the document id. */
interface Bound {
  readonly key: string | number;
  readonly document_id: DocumentId;
}

export interface EntryFilter {
  readonly resource: string;
  readonly state: EntryState;
  /** FTS5 expression of the words, or null. */
  readonly match: string | null;
  /** FTS5 expression over the texts of reports, or null. */
  readonly text_match: string | null;
  /** The caller, whose own draft replaces the head version in a search of texts. */
  readonly reader: PrincipalId | null;
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
  readonly priority?: string | undefined;
  readonly due_before?: number | undefined;
  readonly sort: ListSort;
  readonly descending: boolean;
  readonly after: Bound | null;
  /** Stops before this position. */
  readonly until?: Bound | undefined;
  readonly limit: number;
}

/** Position of an entry in the requested order; displayed fields are read only for entries on the page. */
export interface FoundPlace {
  readonly id: number;
  readonly document_id: DocumentId;
  readonly key: string | number;
}

const NO_WORDS = { match: null, text_match: null, reader: null } as const;

type Parameters = Record<string, string | number | null>;

/** Ids that one condition leaves, and the filter's remaining conditions. */
interface Narrowed {
  readonly ids: readonly number[];
  readonly filter: EntryFilter;
}

/** Ids of the entries whose text matches. */
const FOUND_TEXTS = `SELECT rowid AS id FROM reports WHERE reports MATCH @text_match
    AND rowid NOT IN (SELECT id FROM texts WHERE draft_author = @reader)
  UNION ALL SELECT rowid AS id FROM drafts WHERE drafts MATCH @text_match
    AND rowid IN (SELECT id FROM texts WHERE draft_author = @reader)`;

/** Conditions that can narrow a filter, each with the statement that finds its ids. */
const NARROWING = {
  text_match: `${FOUND_TEXTS} LIMIT @most`,
  match: 'SELECT rowid FROM words WHERE words MATCH @match LIMIT @most',
  tag: 'SELECT id FROM entry_tags WHERE tag = @tag LIMIT @most',
  specialist_id: 'SELECT id FROM entry_specialists WHERE specialist_id = @specialist_id LIMIT @most',
  patient_id: 'SELECT id FROM entries WHERE patient_id = @patient_id LIMIT @most',
  accession_number: 'SELECT id FROM entries WHERE accession_number = @accession_number LIMIT @most',
  priority: 'SELECT id FROM entries WHERE priority = @priority LIMIT @most',
  due_before: `SELECT id FROM entries WHERE resource = @resource AND state = @state AND due < @due_before LIMIT @most`,
  has_draft: 'SELECT id FROM entries WHERE has_draft = 1 AND resource = @resource LIMIT @most',
} as const;

export function createEntryQuery(db: MemoryDatabase, titles: TitleOrder) {
  const statements = new Map<string, ReturnType<typeof prepare>>();
  const narrowing = Object.entries(NARROWING).map(([name, sql]) => ({
    name: name as keyof typeof NARROWING,
    select: db.prepare<[Parameters], number>(sql).pluck(),
  }));
  const behind = db
    .prepare<[string | number, string, number], number>(
      'SELECT (title, document_id) > (?, ?) FROM entries WHERE id = ?',
    )
    .pluck();

  function prepare(sql: string) {
    return db.prepare<[Parameters], FoundPlace>(sql);
  }

  /**
   * Ids that one of the conditions leaves, if few; for a search by title otherwise those of its words. Undefined where
   * every condition leaves many.
   */
  function narrow(filter: EntryFilter): Narrowed | undefined {
    let ofWords: Narrowed | undefined;
    for (const { name, select } of narrowing) {
      const value = name === 'has_draft' ? (filter.has_draft === true ? 1 : undefined) : filter[name];
      if (value === undefined || value === null) continue;
      const takesAll = name === 'match' && filter.sort === 'title';
      const most = takesAll ? -1 : NARROW_MAX_HITS + 1;
      const { resource, state, reader } = filter;
      const ids = select.all({ [name]: value, resource, state, reader, most });
      // The word condition is dropped, because evaluating it again would cost more than everything else.
      const isOfWords = name === 'match' || name === 'text_match';
      const narrowed = { ids, filter: isOfWords ? { ...filter, [name]: null } : filter };
      if (ids.length <= NARROW_MAX_HITS) return narrowed;
      if (takesAll) ofWords = narrowed;
    }
    return ofWords;
  }

  function run(filter: EntryFilter, ids?: readonly number[]): FoundPlace[] {
    const { sql, parameters } = toSql(filter, ids);
    const statement = statements.get(sql) ?? prepare(sql);
    statements.set(sql, statement);
    return statement.all(parameters);
  }

  /** True when the entry comes after `bound` in the requested order. */
  function isBehind(id: number, { key, document_id }: Bound, { descending }: EntryFilter): boolean {
    return (behind.get(key, document_id, id) === 1) !== descending;
  }

  /** Position where a page begins: the number of entries in `sorted` up to the cursor `after`. */
  function countUpTo(sorted: readonly number[], after: Bound, filter: EntryFilter): number {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const isLater = isBehind(sorted[middle] ?? 0, after, filter);
      if (isLater) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  function runByTitle(filter: EntryFilter, ids: readonly number[]): FoundPlace[] {
    const sorted = titles.sort(ids, filter.resource, filter.state);
    if (filter.descending) sorted.reverse();
    const { limit, after, until } = filter;
    const found: FoundPlace[] = [];
    let size = until === undefined ? limit : FIRST_BATCH;
    let at = after === null ? 0 : countUpTo(sorted, after, filter);
    while (at < sorted.length && found.length < limit) {
      const batch = sorted.slice(at, at + size);
      found.push(...run({ ...filter, limit: limit - found.length }, batch));
      const last = batch.at(-1);
      if (until !== undefined && last !== undefined && isBehind(last, until, filter)) break;
      at += size;
      size *= 2;
    }
    return found;
  }

  return {
    find(filter: EntryFilter): FoundPlace[] {
      const narrowed = filter.document_ids === undefined ? narrow(filter) : undefined;
      if (narrowed === undefined) return run(filter);
      const { ids, filter: rest } = narrowed;
      if (ids.length === 0) return [];
      // True when all matches fit one page, so that reading them all costs no more.
      const isPage = ids.length <= filter.limit;
      return filter.sort === 'title' && !isPage ? runByTitle(rest, ids) : run(rest, ids);
    },
    /** First position in the order, ignoring all other conditions: no hit comes before it. */
    first({ resource, state, sort, descending, after }: EntryFilter): FoundPlace | undefined {
      return run({ ...NO_WORDS, resource, state, sort, descending, after, limit: 1 })[0];
    },
  };
}

type Add = (condition: string, values?: Parameters) => void;

function toSql(filter: EntryFilter, ids: readonly number[] | undefined) {
  const { sort, descending, after, until } = filter;
  const parameters: Parameters = { limit: filter.limit };
  const conditions: string[] = [];
  const add: Add = (condition, values = {}) => {
    conditions.push(condition);
    Object.assign(parameters, values);
  };
  const tables = addSource(filter, ids, add);
  addConditions(filter, add);
  if (after !== null) {
    add(`(e.${sort}, e.document_id) ${descending ? '<' : '>'} (@after_key, @after_id)`, {
      after_key: after.key,
      after_id: after.document_id,
    });
  }
  if (until !== undefined) {
    add(`(e.${sort}, e.document_id) ${descending ? '>' : '<'} (@until_key, @until_id)`, {
      until_key: until.key,
      until_id: until.document_id,
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
  const { resource, state, match, text_match, reader, tag, specialist_id, has_draft } = filter;
  add('e.resource = @resource AND e.state = @state', { resource, state });
  if (match !== null) add('e.id IN (SELECT rowid FROM words WHERE words MATCH @match)', { match });
  if (text_match !== null) add(`e.id IN (${FOUND_TEXTS})`, { text_match, reader });
  if (tag !== undefined) add('e.id IN (SELECT id FROM entry_tags WHERE tag = @tag)', { tag });
  if (specialist_id !== undefined) {
    add('e.id IN (SELECT id FROM entry_specialists WHERE specialist_id = @specialist_id)', { specialist_id });
  }
  if (has_draft !== undefined) add('e.has_draft = @has_draft', { has_draft: has_draft ? 1 : 0 });
  for (const name of ['patient_id', 'modality', 'report_status', 'accession_number', 'priority'] as const) {
    const value = filter[name];
    if (value !== undefined) add(`e.${name} = @${name}`, { [name]: value });
  }
  const { exam_date_from, exam_date_to, updated_since, due_before } = filter;
  if (due_before !== undefined) add('e.due < @due_before', { due_before });
  if (updated_since !== undefined) add('e.updated_at >= @updated_since', { updated_since });
  if (exam_date_from !== undefined) add('e.exam_date >= @exam_date_from', { exam_date_from });
  if (exam_date_to !== undefined) add('e.exam_date <= @exam_date_to', { exam_date_to });
  if (exam_date_from !== undefined || exam_date_to !== undefined) {
    add('e.exam_date <> @no_exam_date', { no_exam_date: NO_EXAM_DATE });
  }
}
