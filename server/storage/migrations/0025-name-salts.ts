import type { Migration } from './migrator.ts';

/**
 * Adds salts of the name commitments in the signed membership list, so that the list alone does not let names be
 * guessed. Null for older names, which the list has as plain SHA-256, because a signed record is never rewritten.
 */
export const nameSaltsMigration: Migration = {
  id: 25,
  name: '0025-name-salts',
  up(db) {
    db.exec('ALTER TABLE principals ADD COLUMN name_salt TEXT');
    db.exec('ALTER TABLE security_groups ADD COLUMN name_salt TEXT');
  },
};
