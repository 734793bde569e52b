import type { Migration } from './migrator.ts';

/**
 * Backup settings, signed by the administrator who chose them, results of recent backups, and decisions on findings.
 * All plaintext: paths of this computer, counts and times.
 */
export const backupsMigration: Migration = {
  id: 14,
  name: '0014-backups',
  up(db) {
    db.exec(`
      CREATE TABLE backup_settings (
        singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
        settings_json TEXT NOT NULL,
        principal_id TEXT NOT NULL,
        signature_ed25519 TEXT NOT NULL,
        signature_mldsa65 TEXT NOT NULL
      ) STRICT;

      CREATE TABLE backup_runs (
        run INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        started_at TEXT NOT NULL,
        ended_at TEXT NOT NULL,
        ok INTEGER NOT NULL,
        snapshot TEXT,
        files INTEGER NOT NULL,
        bytes INTEGER NOT NULL,
        documents INTEGER NOT NULL,
        failure TEXT
      ) STRICT;

      ALTER TABLE findings ADD COLUMN kept_at TEXT;
      ALTER TABLE findings ADD COLUMN kept_by TEXT;
    `);
  },
};
