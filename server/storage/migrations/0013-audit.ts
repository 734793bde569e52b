import type { Migration } from './migrator.ts';

/**
 * The audit log: entries sealed under a session key, that key sealed to the administrators' audit key, and persons'
 * signatures of the newest entry. Plaintext: numbers, times, and the session's principal.
 */
export const auditMigration: Migration = {
  id: 13,
  name: '0013-audit',
  up(db) {
    db.exec(`
      CREATE TABLE audit_keys (
        key_id TEXT PRIMARY KEY,
        principal_id TEXT NOT NULL,
        generation INTEGER NOT NULL,
        packed BLOB NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE audit_entries (
        seq INTEGER PRIMARY KEY,
        at TEXT NOT NULL,
        key_id TEXT,
        entry BLOB NOT NULL,
        hash BLOB NOT NULL
      ) STRICT;
      CREATE INDEX audit_entries_by_time ON audit_entries (at);

      CREATE TABLE audit_signatures (
        seq INTEGER NOT NULL,
        principal_id TEXT NOT NULL,
        hash BLOB NOT NULL,
        signature_ed25519 TEXT NOT NULL,
        signature_mldsa65 TEXT NOT NULL,
        PRIMARY KEY (seq, principal_id)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
