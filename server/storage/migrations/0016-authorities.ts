import type { Migration } from './migrator.ts';

/**
 * CA certificates, once the CA has been replaced; before that `pki/ca.crt` is the only one. The newest issues; the
 * others are trusted while client certificates of theirs exist. `rollover_pem` is the newer key certified by the
 * previous CA (RFC 4210, "new with old"). Older client certificates belong to the first CA and have no `ca_sha256`.
 */
export const authoritiesMigration: Migration = {
  id: 16,
  name: '0016-authorities',
  up(db) {
    db.exec(`
      CREATE TABLE authorities (
        seq INTEGER PRIMARY KEY,
        certificate_pem TEXT NOT NULL,
        rollover_pem TEXT
      ) STRICT;
      ALTER TABLE certificates ADD COLUMN ca_sha256 TEXT;
    `);
  },
};
