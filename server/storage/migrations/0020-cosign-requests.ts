import type { Migration } from './migrator.ts';

/**
 * Co-signature requests and their withdrawals, completely sealed, because who asked whom is clinical information.
 * `cosign_sha256` and `cosign_open`, the number of open requests (null for none), are under the document's row MAC. So
 * a colleague's requests are found without opening every exam.
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
