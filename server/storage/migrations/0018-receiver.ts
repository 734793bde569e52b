import type { Migration } from './migrator.ts';

/**
 * Settings of the DICOM receiver, signed by the administrator who chose them. Plaintext: a port, titles and addresses.
 */
export const receiverMigration: Migration = {
  id: 18,
  name: '0018-receiver',
  up(db) {
    db.exec(`
      CREATE TABLE receiver_settings (
        singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
        settings_json TEXT NOT NULL,
        principal_id TEXT NOT NULL,
        signature_ed25519 TEXT NOT NULL,
        signature_mldsa65 TEXT NOT NULL
      ) STRICT;
    `);
  },
};
