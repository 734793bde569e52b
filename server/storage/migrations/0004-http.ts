import type { Migration } from './migrator.ts';

/**
 * Issued certificates, idempotency records, and the single row about the database itself. `service_state.commit_count`
 * grows with every transaction; the anchor outside the folder compares it.
 */
export const httpMigration: Migration = {
  id: 4,
  name: '0004-http',
  up(db) {
    db.exec(`
      CREATE TABLE certificates (
        fingerprint TEXT PRIMARY KEY,
        client_cn TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('desktop', 'client')),
        issued_at TEXT NOT NULL,
        expires_at TEXT NOT NULL,
        revoked_at TEXT
      ) STRICT, WITHOUT ROWID;
      -- A renewed desktop certificate keeps its name; every other name is given once.
      CREATE UNIQUE INDEX certificates_by_cn ON certificates (client_cn) WHERE kind = 'client';

      CREATE TABLE idempotency_marks (
        principal_id TEXT NOT NULL,
        operation_id TEXT NOT NULL,
        idempotency_key_hash BLOB NOT NULL,
        body_fingerprint BLOB NOT NULL,
        created_id TEXT NOT NULL,
        created_at_ms INTEGER NOT NULL,
        PRIMARY KEY (principal_id, operation_id, idempotency_key_hash)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX idempotency_marks_by_age ON idempotency_marks (created_at_ms);
      CREATE INDEX idempotency_marks_by_created_id ON idempotency_marks (created_id);

      CREATE TABLE service_state (
        singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
        is_clean INTEGER NOT NULL,
        commit_count INTEGER NOT NULL,
        epoch INTEGER NOT NULL
      ) STRICT;
      INSERT INTO service_state (singleton, is_clean, commit_count, epoch) VALUES (1, 1, 0, 1);
    `);
  },
};
