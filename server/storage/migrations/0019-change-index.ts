import type { Migration } from './migrator.ts';

/**
 * Adds each row's revision to the index of changes: the index alone then shows whether an index snapshot matches a
 * group's rows. Creates the index of sources again afterwards, because SQLite prefers the younger of two equally good
 * indexes.
 */
export const changeIndexMigration: Migration = {
  id: 19,
  name: '0019-change-index',
  up(db) {
    db.exec(`
      DROP INDEX documents_by_change;
      CREATE INDEX documents_by_change ON documents (security_group_id, change_seq, row_rev);
      DROP INDEX documents_by_source;
      CREATE INDEX documents_by_source ON documents (source_tag) WHERE source_tag IS NOT NULL;
    `);
  },
};
