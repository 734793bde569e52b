import type { Migration } from './migrator.ts';

/** What proves to a server that another of the same vault, or itself, has told a client how far the vault had come. */
export const stateKeyMigration: Migration = {
  id: 22,
  name: '0022-state-key',
  up(db) {
    db.exec('ALTER TABLE service_state ADD COLUMN state_key BLOB');
  },
};
