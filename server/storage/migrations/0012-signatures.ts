import type { Migration } from './migrator.ts';

/**
 * Personal signatures of exams, sealed whole: who signed is clinical. `signatures_sha256` stands under the document's
 * row MAC, so that none can be taken out or put in unnoticed; null where nobody signed.
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
