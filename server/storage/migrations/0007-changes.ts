import type { Migration } from './migrator.ts';

/**
 * Time of each node's last change, for clients that poll. In a table of its own, outside the row MAC: it only decides
 * which rows are listed, and their order.
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
