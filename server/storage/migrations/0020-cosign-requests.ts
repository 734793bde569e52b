import type { Migration } from './migrator.ts';

/**
 * Requests to co-sign an exam and their taking back, sealed whole: who asked whom is clinical. `cosign_sha256` stands
 * under the document's row MAC as `signatures_sha256` does, and so does `cosign_open`, how many requests are neither
 * met nor taken back (null for none): whoever is asked is found without opening every exam there is.
 */
export const cosignRequestsMigration: Migration = {
  id: 20,
  name: '0020-cosign-requests',
  up(db) {
    db.exec(`
      ALTER TABLE documents ADD COLUMN cosign_sha256 BLOB;
      ALTER TABLE documents ADD COLUMN cosign_open INTEGER;
      CREATE INDEX documents_by_cosign ON documents (security_group_id, document_id)
        WHERE cosign_open IS NOT NULL;
      CREATE TABLE document_cosign_entries (
        document_id TEXT NOT NULL REFERENCES documents (document_id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        entry_id TEXT NOT NULL,
        sealed BLOB NOT NULL,
        UNIQUE (document_id, number)
      ) STRICT;
    `);
  },
};
