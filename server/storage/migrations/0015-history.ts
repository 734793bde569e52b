import type { Migration } from './migrator.ts';

/**
 * The vault's history. `service_state` gets the newest link of the commit chain. `commit_links` stores one link per
 * checkpoint, which an anchor outside the folder may name. `state_digests` stores the sum of each group's rows. All
 * three start with the first transaction of a release that has them. Source: sealing design B10.
 */
export const historyMigration: Migration = {
  id: 15,
  name: '0015-history',
  up(db) {
    db.exec(`
      ALTER TABLE service_state ADD COLUMN last_batch BLOB;
      ALTER TABLE service_state ADD COLUMN chain BLOB;

      CREATE TABLE commit_links (
        epoch INTEGER NOT NULL,
        commit_count INTEGER NOT NULL,
        chain BLOB NOT NULL,
        PRIMARY KEY (epoch, commit_count)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE state_digests (
        security_group_id TEXT NOT NULL,
        generation INTEGER NOT NULL,
        row_count INTEGER NOT NULL,
        masked_sum BLOB NOT NULL,
        nonce BLOB NOT NULL,
        epoch INTEGER NOT NULL,
        commit_count INTEGER NOT NULL,
        mac BLOB NOT NULL,
        PRIMARY KEY (security_group_id, generation)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
