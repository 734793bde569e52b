/**
 * Drive nodes, the parts of resumable uploads and their sealed manifests. Plaintext: ids, flags, sizes and media types;
 * names are sealed and comparable only through a keyed MAC. `charged_bytes` is a node's share of the storage quota
 * (content, or reserved by an upload). Triggers keep the sum, so that a write never adds up the whole drive.
 */
import type { Migration } from './migrator.ts';

export const drivesMigration: Migration = {
  id: 3,
  name: '0003-drives',
  up(db) {
    db.exec(`
      CREATE TABLE drive_nodes (
        node_id TEXT PRIMARY KEY,
        security_group_id TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('file', 'folder')),
        status TEXT NOT NULL CHECK (status IN ('pending', 'ready', 'failed')),
        parent_id TEXT REFERENCES drive_nodes (node_id),
        exam_id TEXT,
        transfer TEXT CHECK (transfer IN ('single', 'resumable')),
        part_size INTEGER,
        declared_size INTEGER,
        size INTEGER,
        charged_bytes INTEGER NOT NULL,
        mime_type TEXT,
        media_kind TEXT,
        encrypted_name BLOB NOT NULL,
        name_mac BLOB NOT NULL,
        gk_gen INTEGER NOT NULL,
        encrypted_dek BLOB NOT NULL,
        created_by TEXT NOT NULL,
        created_at TEXT NOT NULL,
        completed_at TEXT,
        is_deleted INTEGER NOT NULL CHECK (is_deleted IN (0, 1)),
        deleted_at TEXT,
        deleted_with TEXT,
        row_rev INTEGER NOT NULL,
        row_mac BLOB NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX drive_nodes_by_name
        ON drive_nodes (security_group_id, ifnull(parent_id, ''), name_mac)
        WHERE is_deleted = 0 AND status <> 'failed';
      CREATE INDEX drive_nodes_by_parent ON drive_nodes (parent_id, security_group_id);
      CREATE INDEX drive_nodes_by_exam ON drive_nodes (exam_id) WHERE exam_id IS NOT NULL;
      CREATE INDEX drive_nodes_by_generation ON drive_nodes (security_group_id, gk_gen);
      CREATE INDEX drive_nodes_in_trash ON drive_nodes (deleted_with) WHERE is_deleted = 1;
      CREATE INDEX drive_nodes_pending ON drive_nodes (created_at) WHERE status = 'pending';

      CREATE TABLE drive_parts (
        node_id TEXT NOT NULL REFERENCES drive_nodes (node_id) ON DELETE CASCADE,
        part INTEGER NOT NULL,
        attempt_id TEXT NOT NULL UNIQUE,
        size INTEGER NOT NULL,
        PRIMARY KEY (node_id, part)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE drive_manifests (
        node_id TEXT PRIMARY KEY REFERENCES drive_nodes (node_id) ON DELETE CASCADE,
        encrypted_manifest BLOB NOT NULL
      ) STRICT;

      CREATE TABLE drive_usage (
        singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
        used_bytes INTEGER NOT NULL
      ) STRICT;
      INSERT INTO drive_usage (singleton, used_bytes) VALUES (1, 0);
      CREATE TRIGGER drive_usage_insert AFTER INSERT ON drive_nodes BEGIN
        UPDATE drive_usage SET used_bytes = used_bytes + new.charged_bytes;
      END;
      CREATE TRIGGER drive_usage_update AFTER UPDATE OF charged_bytes ON drive_nodes
        WHEN new.charged_bytes <> old.charged_bytes BEGIN
        UPDATE drive_usage SET used_bytes = used_bytes + new.charged_bytes - old.charged_bytes;
      END;
      CREATE TRIGGER drive_usage_delete AFTER DELETE ON drive_nodes BEGIN
        UPDATE drive_usage SET used_bytes = used_bytes - old.charged_bytes;
      END;
    `);
  },
};
