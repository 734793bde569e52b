import type { Migration } from './migrator.ts';

/**
 * The inbox of items received while locked, and the index of DICOM instances. Plaintext: ids, sizes, times and MACs. An
 * item's `study_tag` is under a key of the running process, so that studies can be counted; the index's tags are under
 * the group's key. Items count towards the storage quota.
 */
export const inboxMigration: Migration = {
  id: 11,
  name: '0011-inbox',
  up(db) {
    db.exec(`
      CREATE TABLE inbox_items (
        node_id TEXT PRIMARY KEY,
        security_group_id TEXT NOT NULL,
        generation INTEGER NOT NULL,
        sealed_keys BLOB NOT NULL,
        encrypted_header BLOB NOT NULL,
        size INTEGER NOT NULL,
        study_tag BLOB NOT NULL,
        received_at TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX inbox_items_by_group ON inbox_items (security_group_id, node_id);

      CREATE TRIGGER drive_usage_inbox_insert AFTER INSERT ON inbox_items BEGIN
        UPDATE drive_usage SET used_bytes = used_bytes + new.size;
      END;
      CREATE TRIGGER drive_usage_inbox_delete AFTER DELETE ON inbox_items BEGIN
        UPDATE drive_usage SET used_bytes = used_bytes - old.size;
      END;

      CREATE TABLE dicom_index (
        node_id TEXT PRIMARY KEY REFERENCES drive_nodes (node_id) ON DELETE CASCADE,
        security_group_id TEXT NOT NULL,
        gk_gen INTEGER NOT NULL,
        study_tag BLOB NOT NULL,
        series_tag BLOB NOT NULL,
        instance_tag BLOB NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX dicom_index_by_study ON dicom_index (security_group_id, study_tag);
      CREATE INDEX dicom_index_by_instance ON dicom_index (security_group_id, instance_tag);
    `);
  },
};
