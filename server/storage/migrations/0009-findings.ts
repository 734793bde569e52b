import type { Migration } from './migrator.ts';

/** What checks have found wrong, by the id of what is concerned; nothing clinical. It only informs: nothing is decided by it. */
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
