/**
 * SQL over a travelling copy's sync state of documents, in tables that exist in a copy only. All plaintext, and only
 * decides what is pulled and pushed.
 */
import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';

export interface CopyGroupRow {
  readonly security_group_id: SecurityGroupId;
  /** Exams last changed before this stay at the home vault; null includes all. */
  readonly since: string | null;
  /** Number of the home vault's newest change that was pulled. */
  readonly after_seq: number;
  readonly is_whole: number;
  readonly pulled_at: string | null;
}

/** A document as the home vault last sent it. */
export interface CopyDocumentRow {
  readonly document_id: DocumentId;
  readonly security_group_id: SecurityGroupId;
  readonly row_mac: Uint8Array;
  /** JSON of the row, bytes as base64url, and of its current draft. */
  readonly base: string;
}

export interface DocumentPushErrorRow {
  readonly document_id: DocumentId;
  readonly state: 'conflict' | 'refused';
  /** Error code of the refusal; null for a conflict. */
  readonly code: string | null;
}

export interface CopyStateRow {
  /** Time of the last successful sync. */
  readonly exchanged_at: string;
  /** Epoch of the home vault. */
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

/** True when a database file has a travelling copy's tables, whatever files are beside it. */
export function hasCopyTables(db: Pick<SqlEngine, 'prepare'>): boolean {
  return db.prepare("SELECT 1 FROM pragma_table_list WHERE name = 'copy_state'").get() !== undefined;
}

/** Tables exist in a travelling copy only. Call writes inside a transaction. */
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
  // Patients before exams, each in the order of writing.
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
    /** Documents whose rows differ from the home vault's. */
    listChanged: (): DocumentId[] => selectChanged.all(),
    listNotes: () => selectNotes.all(),
    updateNote: (row: DocumentPushErrorRow) => void upsertNote.run(row),
    deleteNote: (documentId: DocumentId) => void deleteNote.run(documentId),
    /** Number of pulled documents that failed verification. */
    countMissing: (securityGroupId: SecurityGroupId): number => countMissing.get(securityGroupId) ?? 0,
    insertMissing: (documentId: string, securityGroupId: SecurityGroupId) =>
      void insertMissing.run(documentId, securityGroupId),
    deleteMissing: (documentId: string) => void deleteMissing.run(documentId),
    deleteMissingOf: (securityGroupId: SecurityGroupId) => void deleteMissingOf.run(securityGroupId),
    /** Count and sealed bytes of all versions, by resource. */
    countDocuments: (securityGroupId: SecurityGroupId) => selectCounts.all(securityGroupId),
  };
}
