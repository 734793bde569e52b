/**
 * Workspace, principals with their wraps, the signed membership list, group key grants, admin secrets, credentials and
 * settings. Plaintext: ids, roles, times, and the names of workspace, persons, groups and credentials. Every key is a
 * sealed BLOB; the signed list alone decides roles.
 */
import type { Migration } from './migrator.ts';

export const accessMigration: Migration = {
  id: 1,
  name: '0001-access',
  up(db) {
    db.exec(`
      CREATE TABLE workspace (
        singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
        workspace_id TEXT NOT NULL,
        name TEXT NOT NULL,
        created_at TEXT NOT NULL
      ) STRICT;

      CREATE TABLE settings (
        singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
        time_precision TEXT NOT NULL,
        idle_lock_seconds INTEGER NOT NULL,
        session_max_seconds INTEGER NOT NULL,
        storage_credit_bytes INTEGER,
        max_file_bytes INTEGER NOT NULL,
        draft_retention_days INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE principals (
        principal_id TEXT PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('person', 'sdk')),
        display_name TEXT NOT NULL,
        public_kem BLOB NOT NULL,
        public_ed25519 BLOB NOT NULL,
        public_mldsa65 BLOB NOT NULL,
        sealed_seeds BLOB NOT NULL,
        created_at TEXT NOT NULL,
        invite_expires_at TEXT,
        disabled_at TEXT
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE principal_wraps (
        principal_id TEXT NOT NULL REFERENCES principals (principal_id),
        kind TEXT NOT NULL CHECK (kind IN ('passphrase', 'recovery', 'device', 'invite', 'token')),
        argon2_m INTEGER,
        argon2_t INTEGER,
        argon2_p INTEGER,
        salt BLOB NOT NULL,
        packed BLOB NOT NULL,
        created_at TEXT NOT NULL,
        PRIMARY KEY (principal_id, kind)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX principal_wraps_by_kind ON principal_wraps (kind);

      CREATE TABLE preferences (
        principal_id TEXT PRIMARY KEY REFERENCES principals (principal_id),
        packed BLOB NOT NULL
      ) STRICT;

      CREATE TABLE seen_heads (
        principal_id TEXT PRIMARY KEY REFERENCES principals (principal_id),
        seq INTEGER NOT NULL,
        hash TEXT NOT NULL,
        mac BLOB NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE membership_records (
        seq INTEGER PRIMARY KEY,
        record_json TEXT NOT NULL,
        signature_ed25519 TEXT NOT NULL,
        signature_mldsa65 TEXT NOT NULL
      ) STRICT;

      CREATE TABLE security_groups (
        security_group_id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        created_at TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE group_grants (
        security_group_id TEXT NOT NULL REFERENCES security_groups (security_group_id),
        generation INTEGER NOT NULL,
        member_id TEXT NOT NULL REFERENCES principals (principal_id),
        seq INTEGER NOT NULL REFERENCES membership_records (seq),
        packed BLOB NOT NULL,
        PRIMARY KEY (security_group_id, generation, member_id)
      ) STRICT;
      CREATE INDEX group_grants_by_member ON group_grants (member_id);

      CREATE TABLE rotation_jobs (
        security_group_id TEXT PRIMARY KEY REFERENCES security_groups (security_group_id),
        generation INTEGER,
        is_repeat_wanted INTEGER NOT NULL DEFAULT 0,
        requested_at TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE admin_secrets (
        name TEXT NOT NULL,
        principal_id TEXT NOT NULL REFERENCES principals (principal_id),
        packed BLOB NOT NULL,
        PRIMARY KEY (name, principal_id)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE credentials (
        credential_id TEXT PRIMARY KEY,
        principal_id TEXT NOT NULL UNIQUE REFERENCES principals (principal_id),
        name TEXT NOT NULL,
        client_cn TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        created_at TEXT NOT NULL,
        created_by TEXT NOT NULL,
        expires_at TEXT,
        revoked_at TEXT
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
