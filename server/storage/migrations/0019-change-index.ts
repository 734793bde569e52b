import type { Migration } from './migrator.ts';

/**
 * The index of changes also holds each row's revision: whether a search image is of this very state of a group is
 * answered by the index alone, not by reading every row. The index of sources is made again after it: between two
 * that promise the same SQLite takes the younger.
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
