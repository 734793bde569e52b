import type { DocumentId } from '#contract/ids.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

/** SQL over `sample_documents`: a row is written with its document and deleted with it. */
export type SampleStore = ReturnType<typeof createSampleStore>;

export function createSampleStore(db: Statements) {
  const insert = db.prepare<[string]>('INSERT INTO sample_documents (document_id) VALUES (?)');
  const selectAny = db.prepare<[], DocumentId>('SELECT document_id FROM sample_documents LIMIT 1').pluck();
  return {
    insert: (documentId: DocumentId) => void insert.run(documentId),
    hasAny: (): boolean => selectAny.get() !== undefined,
  };
}
