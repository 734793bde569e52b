import type { CosignRequestId, DocumentId } from '#contract/ids.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export interface CosignRow {
  readonly document_id: DocumentId;
  /** Number of the entry, from 1, in the order they were made. */
  readonly number: number;
  /** Id of the request made, or a new id for the withdrawal of one. */
  readonly entry_id: CosignRequestId;
  /** Packed envelope of the entry. */
  readonly sealed: Uint8Array;
}

/** SQL over `document_cosign_entries`: rows are written once, never changed, deleted only with their document. */
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
