import type { Migration } from './migrator.ts';

/** Adds the setting that limits passphrases to certain client certificates; null, as in older vaults, allows any. */
export const passphraseCertificatesMigration: Migration = {
  id: 24,
  name: '0024-passphrase-certificates',
  up(db) {
    db.exec('ALTER TABLE settings ADD COLUMN passphrase_certificates TEXT');
  },
};
