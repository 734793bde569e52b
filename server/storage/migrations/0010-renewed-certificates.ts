import type { Migration } from './migrator.ts';

/** A renewed certificate keeps its name, that of a credential too. */
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
