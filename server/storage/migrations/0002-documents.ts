/**
 * Documents with their versions and drafts. Plaintext: ids, links, flags, times, counters. Clinical content is only in
 * `sealed`, `encrypted_index` and `dek`. `row_mac` authenticates a document's plaintext columns; a version's are in its
 * envelope's context, a draft's inside its envelope. `change_seq` numbers every change over the whole vault, for
 * updating the search index.
 */
import type { Migration } from './migrator.ts';

export const documentsMigration: Migration = {
  id: 2,
  name: '0002-documents',
  up(db) {
    db.exec(`
      CREATE TABLE documents (
        document_id TEXT PRIMARY KEY,
        resource TEXT NOT NULL CHECK (resource IN ('patients', 'exams', 'templates')),
        security_group_id TEXT NOT NULL,
        patient_id TEXT,
        specialist_ids TEXT NOT NULL,
        source_tag BLOB,
        group_key_generation INTEGER NOT NULL,
        dek BLOB NOT NULL,
        encrypted_index BLOB NOT NULL,
        head_version_id TEXT NOT NULL,
        head_sha256 BLOB NOT NULL,
        head_bytes INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        draft_rev INTEGER,
        last_draft_rev INTEGER NOT NULL,
        is_archived INTEGER NOT NULL CHECK (is_archived IN (0, 1)),
        is_deleted INTEGER NOT NULL CHECK (is_deleted IN (0, 1)),
        created_at TEXT NOT NULL,
        created_by TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        updated_by TEXT,
        row_rev INTEGER NOT NULL,
        change_seq INTEGER NOT NULL,
        row_mac BLOB NOT NULL
      ) STRICT;
      CREATE INDEX documents_by_change ON documents (security_group_id, change_seq);
      CREATE INDEX documents_by_generation ON documents (security_group_id, group_key_generation);
      CREATE INDEX documents_by_patient ON documents (patient_id) WHERE patient_id IS NOT NULL;
      CREATE INDEX documents_by_source ON documents (source_tag) WHERE source_tag IS NOT NULL;

      CREATE TABLE document_versions (
        document_id TEXT NOT NULL REFERENCES documents (document_id) ON DELETE CASCADE,
        seq INTEGER NOT NULL,
        version_id TEXT NOT NULL,
        created_at TEXT NOT NULL,
        created_by TEXT NOT NULL,
        sha256 BLOB NOT NULL,
        sealed BLOB NOT NULL,
        UNIQUE (document_id, seq)
      ) STRICT;

      CREATE TABLE document_drafts (
        document_id TEXT NOT NULL REFERENCES documents (document_id) ON DELETE CASCADE,
        draft_rev INTEGER NOT NULL,
        base_version_id TEXT,
        author TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        discarded_at TEXT,
        sealed BLOB NOT NULL,
        UNIQUE (document_id, draft_rev)
      ) STRICT;
      CREATE INDEX document_drafts_discarded ON document_drafts (discarded_at) WHERE discarded_at IS NOT NULL;

      CREATE TABLE document_changes (
        singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
        last_seq INTEGER NOT NULL
      ) STRICT;
      INSERT INTO document_changes (singleton, last_seq) VALUES (1, 0);
    `);
  },
};
