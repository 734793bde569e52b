/** SQL over the entries of one group's search index, and their words. Used with the in-memory database only. */
import type { Statement } from 'better-sqlite3';
import type { Resource } from '#contract/documents/document-index.ts';
import type { DocumentId, VersionId } from '#contract/ids.ts';
import type { ChangeNumbers, GroupFingerprint } from '#server/storage/documents/document-store.ts';
import type { MemoryDatabase } from './memory-database.ts';

/** 0 active, 1 archived, 2 in the trash. */
export type EntryState = 0 | 1 | 2;

/** Fields that change without a new version. */
export interface EntryFlags {
  readonly document_id: DocumentId;
  readonly change_seq: number;
  /** Revision of the authenticated row the entry was made from. */
  readonly row_rev: number;
  readonly state: EntryState;
  /** Time of the last change in milliseconds since the epoch. */
  readonly updated_at: number;
  readonly patient_id: DocumentId | null;
  readonly has_draft: number;
}

export interface Entry extends EntryFlags {
  readonly head_version_id: VersionId;
  readonly resource: Resource;
  readonly created_at: number;
  /** Folded title, for sorting. */
  readonly title: string;
  readonly exam_date: number;
  readonly modality: string | null;
  readonly report_status: string | null;
  /** Folded accession number. */
  readonly accession_number: string | null;
  readonly priority: string | null;
  /** Last millisecond before it is overdue. */
  readonly due: number;
  /** A patient's display name, for showing and finding their exams. */
  readonly name: string | null;
  /** The stored summary as JSON; null when it did not open. */
  readonly summary: string | null;
}

/** Fields of an entry that a list shows. */
export type ShownEntry = Pick<Entry, 'row_rev' | 'head_version_id' | 'summary' | 'patient_id'>;

export type StoredEntry = Entry & { readonly id: number };

/** Smallest and largest row id of an index; null in an empty one. */
export interface IdBounds {
  readonly least: DocumentId | null;
  readonly most: DocumentId | null;
}

const COLUMNS = [
  'document_id',
  'change_seq',
  'row_rev',
  'head_version_id',
  'resource',
  'state',
  'updated_at',
  'created_at',
  'title',
  'exam_date',
  'patient_id',
  'modality',
  'report_status',
  'accession_number',
  'priority',
  'due',
  'has_draft',
  'name',
  'summary',
] as const satisfies readonly (keyof Entry)[];

type Column = (typeof COLUMNS)[number];

/** Columns that decide an entry's position in title order. */
const PLACING: ReadonlySet<Column> = new Set(['document_id', 'resource', 'state', 'title']);

/** Calls `onReordered` when an entry is added, removed, or moves in title order. */
export function createEntryStore(db: MemoryDatabase, onReordered: () => void) {
  const select = db.prepare<[string], StoredEntry>('SELECT * FROM entries WHERE document_id = ?');
  const selectByPatient = db.prepare<[string], StoredEntry>('SELECT * FROM entries WHERE patient_id = ?');
  const selectName = db
    .prepare<[string], string | null>('SELECT name FROM entries WHERE document_id = ?')
    .pluck();
  const selectShown = db.prepare<[number], ShownEntry>(
    'SELECT row_rev, head_version_id, summary, patient_id FROM entries WHERE id = ?',
  );
  const insert = db.prepare<[Entry]>(
    `INSERT INTO entries (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((name) => `@${name}`).join(', ')})`,
  );
  /** Update statements by changed columns: unchanged columns and their indexes are not written. */
  const updates = new Map<string, Statement<[StoredEntry]>>();
  const remove = db.prepare<[number]>('DELETE FROM entries WHERE id = ?');
  const removeWords = db.prepare<[number]>('DELETE FROM words WHERE rowid = ?');
  const insertWords = db.prepare<[number, string]>('INSERT INTO words (rowid, text) VALUES (?, ?)');
  const mergeWords = db.prepare("INSERT INTO words (words) VALUES ('optimize')");
  const lists = { tags: listStatements(db, 'tag'), specialists: listStatements(db, 'specialist') };
  const selectProgress = db.prepare<[], number>('SELECT applied_seq FROM progress').pluck();
  const updateProgress = db.prepare<[number]>('UPDATE progress SET applied_seq = ?');
  const selectFingerprint = db.prepare<[], Omit<GroupFingerprint, 'last_seq'>>(
    `SELECT count(*) AS count, coalesce(sum(change_seq), 0) AS sum_seq, coalesce(sum(row_rev), 0) AS sum_rev
     FROM entries`,
  );
  const selectIdBounds = db.prepare<[], IdBounds>(
    'SELECT (SELECT min(document_id) FROM entries) AS least, (SELECT max(document_id) FROM entries) AS most',
  );
  const selectChangeNumbers = db.prepare<[], ChangeNumbers & { readonly id: number }>(
    'SELECT id, document_id, change_seq, row_rev FROM entries',
  );

  function updateOf(changed: readonly Column[]): Statement<[StoredEntry]> {
    const set = changed.map((name) => `${name} = @${name}`).join(', ');
    const known = updates.get(set);
    if (known !== undefined) return known;
    const update = db.prepare<[StoredEntry]>(`UPDATE entries SET ${set} WHERE id = @id`);
    updates.set(set, update);
    return update;
  }

  function replaceList(kind: keyof typeof lists, id: number, values: readonly string[]): void {
    const { clear, insert } = lists[kind];
    clear.run(id);
    for (const value of new Set(values)) insert.run(id, value);
  }

  return {
    find: (documentId: DocumentId) => select.get(documentId),
    /** Returns the name of a document; undefined for one without an entry. */
    findName: (documentId: DocumentId) => selectName.get(documentId),
    show: (id: number) => selectShown.get(id),
    listByPatient: (patientId: DocumentId) => selectByPatient.all(patientId),
    /** Inserts an entry. @returns its row id, which its words, tags and specialists refer to. */
    insert(entry: Entry): number {
      onReordered();
      return Number(insert.run(entry).lastInsertRowid);
    },
    /** Writes the columns that differ from `known`, the stored entry. */
    update(known: StoredEntry, entry: Entry): void {
      const changed = COLUMNS.filter((name) => entry[name] !== known[name]);
      if (changed.some((name) => PLACING.has(name))) onReordered();
      if (changed.length > 0) updateOf(changed).run({ ...entry, id: known.id });
    },
    replaceTags: (id: number, tags: readonly string[]) => replaceList('tags', id, tags),
    replaceSpecialists: (id: number, ids: readonly string[]) => replaceList('specialists', id, ids),
    replaceWords(id: number, text: string): void {
      removeWords.run(id);
      insertWords.run(id, text);
    },
    delete(id: number): void {
      onReordered();
      removeWords.run(id);
      replaceList('tags', id, []);
      replaceList('specialists', id, []);
      remove.run(id);
    },
    /** Words of deleted entries leave the full-text index only when its segments are merged. */
    dropDeletedWords: () => void mergeWords.run(),
    appliedSeq: () => selectProgress.get() ?? 0,
    setAppliedSeq: (seq: number) => void updateProgress.run(seq),
    fingerprint: () => selectFingerprint.get() ?? { count: 0, sum_seq: 0, sum_rev: 0 },
    idBounds: () => selectIdBounds.get() ?? { least: null, most: null },
    listChangeNumbers: () => selectChangeNumbers.all(),
  };
}

function listStatements(db: MemoryDatabase, noun: 'tag' | 'specialist') {
  const column = noun === 'tag' ? 'tag' : 'specialist_id';
  return {
    clear: db.prepare<[number]>(`DELETE FROM entry_${noun}s WHERE id = ?`),
    insert: db.prepare<[number, string]>(`INSERT INTO entry_${noun}s (id, ${column}) VALUES (?, ?)`),
  };
}
