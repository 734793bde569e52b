import type { Migration } from './migrator.ts';

/**
 * Names the documents of the sample practice in plain, so that the vault says before an unlock that some of its patients
 * are invented. Only that is read here: the mark that counts is sealed in each record.
 */
export const sampleDocumentsMigration: Migration = {
  id: 26,
  name: '0026-sample-documents',
  up(db) {
    db.exec(`
      CREATE TABLE sample_documents (
        document_id TEXT PRIMARY KEY REFERENCES documents (document_id) ON DELETE CASCADE
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
