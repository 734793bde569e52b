import type { DocumentId, VersionId } from '#contract/ids.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export interface SignatureRow {
  readonly document_id: DocumentId;
  /** Number of the signature, from 1, in the order they were made. */
  readonly number: number;
  readonly signature_id: VersionId;
  /** Packed envelope of the signature. */
  readonly sealed: Uint8Array;
}

/** SQL over `document_signatures`: rows are written once, never changed, deleted only with their document. */
export type SignatureStore = ReturnType<typeof createSignatureStore>;

export function createSignatureStore(db: Statements) {
  const select = db.prepare<[string], SignatureRow>(
    'SELECT * FROM document_signatures WHERE document_id = ? ORDER BY number',
  );
  const insert = db.prepare<[SignatureRow]>(
    `INSERT INTO document_signatures (document_id, number, signature_id, sealed)
     VALUES (@document_id, @number, @signature_id, @sealed)`,
  );
  return {
    list: (documentId: DocumentId) => select.all(documentId),
    insert: (row: SignatureRow) => void insert.run(row),
  };
}
