import type { Migration } from './migrator.ts';

/**
 * What the signed list binds a name with, so that nobody who has the list alone can tell the name by guessing. Null for
 * names the list holds from before, as SHA-256 alone: a signed record is never written anew.
 */
export const nameSaltsMigration: Migration = {
  id: 25,
  name: '0025-name-salts',
  up(db) {
    db.exec('ALTER TABLE principals ADD COLUMN name_salt TEXT');
    db.exec('ALTER TABLE security_groups ADD COLUMN name_salt TEXT');
  },
};
