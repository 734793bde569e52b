import type { Migration } from './migrator.ts';

/**
 * The last changes in the order they were committed, so that a reader of the event stream can go on where it
 * was cut off. Ids and kinds only. No row here decides anything: whoever hears of a change reads what changed.
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
