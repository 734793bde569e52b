import type { Migration } from './migrator.ts';

/**
 * Processing of files: the queue, the sealed renditions, the sealed header summary of DICOM files. Plaintext: ids,
 * sizes, counts and codes. Queues files stored earlier. Renditions count towards the storage quota with their content's
 * size.
 */
export const processingMigration: Migration = {
  id: 5,
  name: '0005-processing',
  up(db) {
    db.exec(`
      CREATE TABLE drive_processing (
        node_id TEXT PRIMARY KEY REFERENCES drive_nodes (node_id) ON DELETE CASCADE,
        security_group_id TEXT NOT NULL,
        status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed')),
        error TEXT,
        attempts INTEGER NOT NULL,
        queued_at TEXT NOT NULL,
        encrypted_header BLOB
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX drive_processing_queued ON drive_processing (security_group_id, queued_at)
        WHERE status = 'queued';

      CREATE TABLE drive_variants (
        node_id TEXT NOT NULL REFERENCES drive_nodes (node_id) ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind IN ('thumbnail', 'preview')),
        blob_id TEXT NOT NULL UNIQUE,
        size INTEGER NOT NULL,
        created_at TEXT NOT NULL,
        PRIMARY KEY (node_id, kind)
      ) STRICT, WITHOUT ROWID;

      CREATE TRIGGER drive_usage_variant_insert AFTER INSERT ON drive_variants BEGIN
        UPDATE drive_usage SET used_bytes = used_bytes + new.size;
      END;
      CREATE TRIGGER drive_usage_variant_delete AFTER DELETE ON drive_variants BEGIN
        UPDATE drive_usage SET used_bytes = used_bytes - old.size;
      END;

      INSERT INTO drive_processing (node_id, security_group_id, status, error, attempts, queued_at)
        SELECT node_id, security_group_id, 'queued', NULL, 0, created_at FROM drive_nodes
        WHERE kind = 'file' AND status = 'ready' AND media_kind IN ('image', 'dicom', 'pdf');
    `);
  },
};
