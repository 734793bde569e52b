import type { Migration } from './migrator.ts';

/**
 * Findings of checks, by the id of the affected object; nothing clinical. For information only: no code decides by
 * them.
 */
export const findingsMigration: Migration = {
  id: 9,
  name: '0009-findings',
  up(db) {
    db.exec(`
      CREATE TABLE findings (
        code TEXT NOT NULL,
        id TEXT NOT NULL,
        found_at TEXT NOT NULL,
        PRIMARY KEY (code, id)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
