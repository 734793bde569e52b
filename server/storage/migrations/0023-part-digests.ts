import type { Migration } from './migrator.ts';

/**
 * Adds the sealed SHA-256 of each part's plaintext, with which a resumed upload compares its file. Null for parts
 * uploaded by older releases.
 */
export const partDigestsMigration: Migration = {
  id: 23,
  name: '0023-part-digests',
  up(db) {
    db.exec('ALTER TABLE drive_parts ADD COLUMN encrypted_sha256 BLOB');
  },
};
