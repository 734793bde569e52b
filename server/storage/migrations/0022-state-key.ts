import type { Migration } from './migrator.ts';

/** Adds the key with which a server recognises state tokens issued by any server of the same vault. */
export const stateKeyMigration: Migration = {
  id: 22,
  name: '0022-state-key',
  up(db) {
    db.exec('ALTER TABLE service_state ADD COLUMN state_key BLOB');
  },
};
