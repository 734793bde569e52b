import type { Migration } from './migrator.ts';

/**
 * The SHA-256 of each part's plaintext, sealed: what a resumed upload compares its file with. Null where the part came
 * in before it was kept, which then tells nothing.
 */
export const partDigestsMigration: Migration = {
  id: 23,
  name: '0023-part-digests',
  up(db) {
    db.exec('ALTER TABLE drive_parts ADD COLUMN encrypted_sha256 BLOB');
  },
};
