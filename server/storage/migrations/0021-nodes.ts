import type { Migration } from './migrator.ts';

/**
 * State that several servers of a vault share, and that survives restarts: failed unlocks, tombstones, and passing
 * links of the commit chain.
 */
export const nodesMigration: Migration = {
  id: 21,
  name: '0021-nodes',
  up(db) {
    db.exec(`
      CREATE TABLE opening_failures (
        fingerprint TEXT PRIMARY KEY,
        failures INTEGER NOT NULL,
        not_before_ms INTEGER NOT NULL,
        failed_at_ms INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE document_purges (
        change_seq INTEGER PRIMARY KEY CHECK (change_seq > 0),
        security_group_id TEXT NOT NULL,
        document_id TEXT NOT NULL,
        purged_at TEXT NOT NULL
      ) STRICT;
      CREATE INDEX document_purges_by_group ON document_purges (security_group_id, change_seq);

      ALTER TABLE commit_links ADD COLUMN is_passing INTEGER NOT NULL DEFAULT 0;
    `);
  },
};
