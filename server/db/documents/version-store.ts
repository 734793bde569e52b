import type { Database } from 'better-sqlite3';

/** A version without its sealed content. */
export interface VersionHeader {
  readonly document_id: string;
  readonly seq: number;
  readonly version_id: string;
  readonly created_at: string;
  readonly created_by: string;
  /** 32 bytes over `sealed`. */
  readonly sha256: Uint8Array;
}

export interface VersionRow extends VersionHeader {
  /** Packed envelope. */
  readonly sealed: Uint8Array;
}

export interface ListedVersion extends VersionHeader {
  readonly ciphertext_bytes: number;
}

/** The rows of `document_versions`: written once, never changed, gone only with their document. */
export type VersionStore = ReturnType<typeof createVersionStore>;

export function createVersionStore(db: Database) {
  const select = db.prepare<[string, number], VersionRow>(
    'SELECT * FROM document_versions WHERE document_id = ? AND seq = ?',
  );
  const selectById = db.prepare<[string, string], VersionRow>(
    'SELECT * FROM document_versions WHERE document_id = ? AND version_id = ?',
  );
  const selectHeader = db.prepare<[string, number], Pick<VersionHeader, 'version_id' | 'sha256'>>(
    'SELECT version_id, sha256 FROM document_versions WHERE document_id = ? AND seq = ?',
  );
  const selectBefore = db.prepare<[string, number, number], ListedVersion>(
    `SELECT document_id, seq, version_id, created_at, created_by, sha256, length(sealed) AS ciphertext_bytes
     FROM document_versions WHERE document_id = ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
  );
  const insert = db.prepare<[VersionRow]>(
    `INSERT INTO document_versions (document_id, seq, version_id, created_at, created_by, sha256, sealed)
     VALUES (@document_id, @seq, @version_id, @created_at, @created_by, @sha256, @sealed)`,
  );
  return {
    find: (documentId: string, seq: number) => select.get(documentId, seq),
    findById: (documentId: string, versionId: string) => selectById.get(documentId, versionId),
    findHeader: (documentId: string, seq: number) => selectHeader.get(documentId, seq),
    /** Versions numbered below `seq`, newest first. */
    listBefore: (documentId: string, seq: number, limit: number) => selectBefore.all(documentId, seq, limit),
    insert: (row: VersionRow) => void insert.run(row),
  };
}
