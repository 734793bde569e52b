/**
 * The in-memory SQLite database of one group's search index; the only place with opened summaries. server/search stores
 * its serialised snapshot only sealed.
 */
import SqliteDatabase from 'better-sqlite3';
import { TEXT_COLUMNS } from './text-columns.ts';

export type MemoryDatabase = SqliteDatabase.Database;

/** Increment when the tables change: snapshots of another format are built again. */
const INDEX_FORMAT = 7;

const TEXT_INDEX = `content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3'`;

const SCHEMA = `
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    document_id TEXT NOT NULL UNIQUE,
    change_seq INTEGER NOT NULL,
    row_rev INTEGER NOT NULL,
    head_version_id TEXT NOT NULL,
    resource TEXT NOT NULL,
    state INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    title TEXT NOT NULL,
    exam_date INTEGER NOT NULL,
    patient_id TEXT,
    modality TEXT,
    report_status TEXT,
    accession_number TEXT,
    priority TEXT,
    due INTEGER NOT NULL,
    has_draft INTEGER NOT NULL,
    name TEXT,
    summary TEXT
  ) STRICT;
  CREATE INDEX entries_by_change ON entries (change_seq, row_rev);
  CREATE INDEX entries_by_updated_at ON entries (resource, state, updated_at, document_id);
  CREATE INDEX entries_by_created_at ON entries (resource, state, created_at, document_id);
  CREATE INDEX entries_by_title ON entries (resource, state, title, document_id);
  CREATE INDEX entries_by_exam_date ON entries (resource, state, exam_date, document_id);
  CREATE INDEX entries_by_patient ON entries (patient_id) WHERE patient_id IS NOT NULL;
  CREATE INDEX entries_by_accession ON entries (accession_number) WHERE accession_number IS NOT NULL;
  CREATE INDEX entries_by_due ON entries (resource, state, due, document_id);
  CREATE INDEX entries_by_priority ON entries (priority) WHERE priority IS NOT NULL;
  CREATE INDEX entries_by_draft ON entries (resource, has_draft) WHERE has_draft = 1;
  CREATE TABLE entry_tags (id INTEGER, tag TEXT, PRIMARY KEY (id, tag)) STRICT, WITHOUT ROWID;
  CREATE INDEX entry_tags_by_tag ON entry_tags (tag, id);
  CREATE TABLE entry_specialists (id INTEGER, specialist_id TEXT, PRIMARY KEY (id, specialist_id))
    STRICT, WITHOUT ROWID;
  CREATE INDEX entry_specialists_by_specialist ON entry_specialists (specialist_id, id);
  CREATE VIRTUAL TABLE words USING fts5(text, content='', contentless_delete=1,
    tokenize='unicode61 remove_diacritics 2', prefix='1 2 3');
  CREATE TABLE texts (id INTEGER PRIMARY KEY, head_version_id TEXT, draft_author TEXT, is_due INTEGER NOT NULL)
    STRICT;
  CREATE INDEX texts_due ON texts (is_due) WHERE is_due = 1;
  CREATE INDEX texts_by_author ON texts (draft_author) WHERE draft_author IS NOT NULL;
  CREATE VIRTUAL TABLE reports USING fts5(${TEXT_COLUMNS.join(', ')}, ${TEXT_INDEX});
  CREATE VIRTUAL TABLE drafts USING fts5(${TEXT_COLUMNS.join(', ')}, ${TEXT_INDEX});
  CREATE TABLE progress (singleton INTEGER PRIMARY KEY CHECK (singleton = 1), applied_seq INTEGER NOT NULL) STRICT;
  INSERT INTO progress (singleton, applied_seq) VALUES (1, 0);
  PRAGMA user_version = ${INDEX_FORMAT};
`;

export function createMemoryDatabase(): MemoryDatabase {
  const db = new SqliteDatabase(':memory:');
  db.pragma('secure_delete = ON');
  db.exec(SCHEMA);
  return db;
}

/** Opens a serialised snapshot, copying it; undefined when it has another format or is damaged. */
export function openMemoryDatabase(image: Uint8Array): MemoryDatabase | undefined {
  const db = new SqliteDatabase(Buffer.from(image.buffer, image.byteOffset, image.byteLength));
  try {
    if (db.pragma('user_version', { simple: true }) === INDEX_FORMAT) {
      db.pragma('secure_delete = ON');
      return db;
    }
  } catch {
    // A damaged snapshot gives the same result.
  }
  db.close();
  return undefined;
}

/** Clears the database. SQLite overwrites deleted rows with zeros, but not freed memory. */
export function clearMemoryDatabase(db: MemoryDatabase): void {
  db.exec(`DELETE FROM entries; DELETE FROM entry_tags; DELETE FROM entry_specialists;
    DELETE FROM texts;
    INSERT INTO words (words) VALUES ('delete-all');
    INSERT INTO reports (reports) VALUES ('delete-all');
    INSERT INTO drafts (drafts) VALUES ('delete-all')`);
}
