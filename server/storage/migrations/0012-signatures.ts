import type { Migration } from './migrator.ts';

/**
 * Personal signatures of exams, completely sealed, because the signer is clinical information. `signatures_sha256` is
 * under the document's row MAC, so that adding or removing one is detected; null without signatures.
 */
export const signaturesMigration: Migration = {
  id: 12,
  name: '0012-signatures',
  up(db) {
    db.exec(`
      ALTER TABLE documents ADD COLUMN signatures_sha256 BLOB;
      CREATE TABLE document_signatures (
        document_id TEXT NOT NULL REFERENCES documents (document_id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        signature_id TEXT NOT NULL,
        sealed BLOB NOT NULL,
        UNIQUE (document_id, number)
      ) STRICT;
    `);
  },
};
