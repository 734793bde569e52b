import type { Migration } from './migrator.ts';

/** Allows a renewed certificate to keep its common name, also for credentials. */
export const renewedCertificatesMigration: Migration = {
  id: 10,
  name: '0010-renewed-certificates',
  up(db) {
    db.exec(`
      DROP INDEX certificates_by_cn;
      CREATE INDEX certificates_by_cn ON certificates (client_cn);
    `);
  },
};
