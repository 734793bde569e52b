import type { Migration } from './migrator.ts';

/**
 * When each node last changed, for clients that read along. A column of its own table: what stands here is no part
 * of the row's MAC and only decides which rows are listed, and in which order.
 */
export const changesMigration: Migration = {
  id: 7,
  name: '0007-changes',
  up(db) {
    db.exec(`
      CREATE TABLE drive_changes (
        node_id TEXT PRIMARY KEY REFERENCES drive_nodes (node_id) ON DELETE CASCADE,
        security_group_id TEXT NOT NULL,
        updated_at TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX drive_changes_by_time ON drive_changes (security_group_id, updated_at);
      INSERT INTO drive_changes (node_id, security_group_id, updated_at)
        SELECT node_id, security_group_id, max(created_at, ifnull(completed_at, ''), ifnull(deleted_at, ''))
        FROM drive_nodes;
    `);
  },
};
