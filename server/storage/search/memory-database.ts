/**
 * The in-memory SQLite database of one group's search index: opened summaries live here and nowhere else.
 * Its serialized image is only ever stored sealed, which server/search sees to.
 */
import SqliteDatabase from 'better-sqlite3';

export type MemoryDatabase = SqliteDatabase.Database;

/** Counts up whenever the tables change: an image of another format is built anew. */
const INDEX_FORMAT = 5;

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
  CREATE INDEX entries_by_draft ON entries (resource, has_draft) WHERE has_draft = 1;
  CREATE TABLE entry_tags (id INTEGER, tag TEXT, PRIMARY KEY (id, tag)) STRICT, WITHOUT ROWID;
  CREATE INDEX entry_tags_by_tag ON entry_tags (tag, id);
  CREATE TABLE entry_specialists (id INTEGER, specialist_id TEXT, PRIMARY KEY (id, specialist_id))
    STRICT, WITHOUT ROWID;
  CREATE INDEX entry_specialists_by_specialist ON entry_specialists (specialist_id, id);
  CREATE VIRTUAL TABLE words USING fts5(text, content='', contentless_delete=1,
    tokenize='unicode61 remove_diacritics 2', prefix='1 2 3');
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

/** From a serialized image; undefined when it is of another format or none at all. The image is copied. */
export function openMemoryDatabase(image: Uint8Array): MemoryDatabase | undefined {
  const db = new SqliteDatabase(Buffer.from(image.buffer, image.byteOffset, image.byteLength));
  try {
    if (db.pragma('user_version', { simple: true }) === INDEX_FORMAT) {
      db.pragma('secure_delete = ON');
      return db;
    }
  } catch {
    // Not a database: the same answer.
  }
  db.close();
  return undefined;
}

/** SQLite zeros what it deletes here, not what it gives back. */
export function clearMemoryDatabase(db: MemoryDatabase): void {
  db.exec(`DELETE FROM entries; DELETE FROM entry_tags; DELETE FROM entry_specialists;
    INSERT INTO words (words) VALUES ('delete-all')`);
}
