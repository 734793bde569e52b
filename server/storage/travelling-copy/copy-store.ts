/**
 * What a travelling copy remembers of its vault: tables of its own, made in a copy alone, beside rows that are the
 * vault's. Everything in them is clear and decides what is asked for and what is brought, nothing else.
 */
import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';

export interface CopyGroupRow {
  readonly security_group_id: SecurityGroupId;
  /** Exams last changed before stay at the vault; null where all come along. */
  readonly since: string | null;
  /** Of the vault's changes, the newest one that is here. */
  readonly after_seq: number;
  readonly is_whole: number;
  readonly pulled_at: string | null;
}

/** A document as the vault last had it. */
export interface CopyDocumentRow {
  readonly document_id: DocumentId;
  readonly security_group_id: SecurityGroupId;
  readonly row_mac: Uint8Array;
  /** JSON of the row, bytes as base64url, and of the draft that was current. */
  readonly base: string;
}

export interface DocumentPushErrorRow {
  readonly document_id: DocumentId;
  readonly state: 'conflict' | 'refused';
  /** Error code; null for a conflict. */
  readonly code: string | null;
}

export interface CopyStateRow {
  /** The last exchange that went through. */
  readonly exchanged_at: string;
  /** Of the vault. */
  readonly epoch: number;
}

export type CopyStore = ReturnType<typeof createCopyStore>;

export function createCopyTables(db: Pick<SqlEngine, 'exec'>): void {
  db.exec(`
    CREATE TABLE IF NOT EXISTS copy_state (
      singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
      exchanged_at TEXT NOT NULL,
      epoch INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS copy_groups (
      security_group_id TEXT PRIMARY KEY,
      since TEXT,
      after_seq INTEGER NOT NULL,
      is_whole INTEGER NOT NULL CHECK (is_whole IN (0, 1)),
      pulled_at TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS copy_documents (
      document_id TEXT PRIMARY KEY,
      security_group_id TEXT NOT NULL,
      row_mac BLOB NOT NULL,
      base TEXT NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS copy_notes (
      document_id TEXT PRIMARY KEY,
      state TEXT NOT NULL CHECK (state IN ('conflict', 'refused')),
      code TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS copy_missing (
      document_id TEXT PRIMARY KEY,
      security_group_id TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `);
}

/** Whether a database in a file is that of a copy, whatever lies beside it. */
export function hasCopyTables(db: Pick<SqlEngine, 'prepare'>): boolean {
  return db.prepare("SELECT 1 FROM pragma_table_list WHERE name = 'copy_state'").get() !== undefined;
}

/** Over the tables of a copy. Writes are called inside a transaction. */
export function createCopyStore(db: SqlEngine) {
  const selectState = db.prepare<[], CopyStateRow>('SELECT exchanged_at, epoch FROM copy_state');
  const upsertState = db.prepare<[CopyStateRow]>(
    `INSERT INTO copy_state (singleton, exchanged_at, epoch) VALUES (1, @exchanged_at, @epoch)
     ON CONFLICT (singleton) DO UPDATE SET exchanged_at = excluded.exchanged_at, epoch = excluded.epoch`,
  );
  const selectGroups = db.prepare<[], CopyGroupRow>('SELECT * FROM copy_groups ORDER BY security_group_id');
  const upsertGroup = db.prepare<[CopyGroupRow]>(
    `INSERT INTO copy_groups (security_group_id, since, after_seq, is_whole, pulled_at)
     VALUES (@security_group_id, @since, @after_seq, @is_whole, @pulled_at)
     ON CONFLICT (security_group_id) DO UPDATE SET since = excluded.since, after_seq = excluded.after_seq,
       is_whole = excluded.is_whole, pulled_at = excluded.pulled_at`,
  );
  const deleteGroup = db.prepare<[string]>('DELETE FROM copy_groups WHERE security_group_id = ?');
  const selectDocument = db.prepare<[string], CopyDocumentRow>(
    'SELECT * FROM copy_documents WHERE document_id = ?',
  );
  const upsertDocument = db.prepare<[CopyDocumentRow]>(
    `INSERT INTO copy_documents (document_id, security_group_id, row_mac, base)
     VALUES (@document_id, @security_group_id, @row_mac, @base)
     ON CONFLICT (document_id) DO UPDATE SET row_mac = excluded.row_mac, base = excluded.base`,
  );
  const deleteDocument = db.prepare<[string]>('DELETE FROM copy_documents WHERE document_id = ?');
  // Patients before exams, and each in the order it was written.
  const selectChanged = db
    .prepare<[], DocumentId>(
      `SELECT d.document_id FROM documents d LEFT JOIN copy_documents c ON c.document_id = d.document_id
       WHERE c.row_mac IS NULL OR c.row_mac <> d.row_mac
       ORDER BY CASE d.resource WHEN 'patients' THEN 0 WHEN 'templates' THEN 1 ELSE 2 END, d.change_seq`,
    )
    .pluck();
  const selectNotes = db.prepare<[], DocumentPushErrorRow>('SELECT * FROM copy_notes');
  const upsertNote = db.prepare<[DocumentPushErrorRow]>(
    `INSERT INTO copy_notes (document_id, state, code) VALUES (@document_id, @state, @code)
     ON CONFLICT (document_id) DO UPDATE SET state = excluded.state, code = excluded.code`,
  );
  const deleteNote = db.prepare<[string]>('DELETE FROM copy_notes WHERE document_id = ?');
  const countMissing = db
    .prepare<[string], number>('SELECT count(*) FROM copy_missing WHERE security_group_id = ?')
    .pluck();
  const insertMissing = db.prepare<[string, string]>(
    'INSERT INTO copy_missing (document_id, security_group_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const deleteMissing = db.prepare<[string]>('DELETE FROM copy_missing WHERE document_id = ?');
  const deleteMissingOf = db.prepare<[string]>('DELETE FROM copy_missing WHERE security_group_id = ?');
  const selectCounts = db.prepare<[string], { resource: string; count: number; bytes: number }>(
    `SELECT resource, count(*) AS count,
       sum((SELECT sum(octet_length(v.sealed)) FROM document_versions v WHERE v.document_id = d.document_id)) AS bytes
     FROM documents d WHERE security_group_id = ? GROUP BY resource`,
  );
  return {
    findState: () => selectState.get(),
    updateState: (row: CopyStateRow) => void upsertState.run(row),
    listGroups: () => selectGroups.all(),
    updateGroup: (row: CopyGroupRow) => void upsertGroup.run(row),
    deleteGroup: (securityGroupId: SecurityGroupId) => void deleteGroup.run(securityGroupId),
    findDocument: (documentId: DocumentId) => selectDocument.get(documentId),
    updateDocument: (row: CopyDocumentRow) => void upsertDocument.run(row),
    deleteDocument: (documentId: DocumentId) => void deleteDocument.run(documentId),
    /** Whose rows are not as the vault last had them. */
    listChanged: (): DocumentId[] => selectChanged.all(),
    listNotes: () => selectNotes.all(),
    updateNote: (row: DocumentPushErrorRow) => void upsertNote.run(row),
    deleteNote: (documentId: DocumentId) => void deleteNote.run(documentId),
    /** Documents that came and did not hold. */
    countMissing: (securityGroupId: SecurityGroupId): number => countMissing.get(securityGroupId) ?? 0,
    insertMissing: (documentId: string, securityGroupId: SecurityGroupId) =>
      void insertMissing.run(documentId, securityGroupId),
    deleteMissing: (documentId: string) => void deleteMissing.run(documentId),
    deleteMissingOf: (securityGroupId: SecurityGroupId) => void deleteMissingOf.run(securityGroupId),
    /** By resource; sealed bytes of all versions. */
    countDocuments: (securityGroupId: SecurityGroupId) => selectCounts.all(securityGroupId),
  };
}
