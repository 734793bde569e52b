import type { CosignRequestId, DocumentId } from '#contract/ids.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export interface CosignRow {
  readonly document_id: DocumentId;
  /** From 1, in the order they were made. */
  readonly number: number;
  /** Of the request that was made, or an id of its own for the taking back of one. */
  readonly entry_id: CosignRequestId;
  /** Packed envelope. */
  readonly sealed: Uint8Array;
}

/** The rows of `document_cosign_entries`: written once, never changed, gone only with their document. */
export type CosignStore = ReturnType<typeof createCosignStore>;

export function createCosignStore(db: Statements) {
  const select = db.prepare<[string], CosignRow>(
    'SELECT * FROM document_cosign_entries WHERE document_id = ? ORDER BY number',
  );
  const insert = db.prepare<[CosignRow]>(
    `INSERT INTO document_cosign_entries (document_id, number, entry_id, sealed)
     VALUES (@document_id, @number, @entry_id, @sealed)`,
  );
  return {
    list: (documentId: DocumentId) => select.all(documentId),
    insert: (row: CosignRow) => void insert.run(row),
  };
}
