import type { Migration } from './migrator.ts';

/** Behind which certificates a passphrase opens; null, in vaults of before, is any. */
export const passphraseCertificatesMigration: Migration = {
  id: 24,
  name: '0024-passphrase-certificates',
  up(db) {
    db.exec('ALTER TABLE settings ADD COLUMN passphrase_certificates TEXT');
  },
};
