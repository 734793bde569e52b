import type { Migration } from './migrator.ts';

/**
 * Recent changes in commit order, so that a client of the event stream can continue after an interruption. Ids and
 * kinds only. Not authenticated: a client reads the changed object itself.
 */
export const eventsMigration: Migration = {
  id: 8,
  name: '0008-events',
  up(db) {
    db.exec(`
      CREATE TABLE change_events (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        event TEXT NOT NULL,
        security_group_id TEXT,
        resource TEXT,
        object_id TEXT NOT NULL,
        change TEXT NOT NULL,
        version_id TEXT,
        draft_rev TEXT,
        by_principal TEXT NOT NULL
      ) STRICT;
    `);
  },
};
