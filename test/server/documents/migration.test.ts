import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openVaultDatabase } from '#server/storage/engine/sqlite/open-database.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

describe('0002-documents', () => {
  test('adds its tables to a vault of the version before and keeps what is there', () => {
    const file = join(testTempDir(), 'vault.db');
    const before = openVaultDatabase(
      file,
      MIGRATIONS.filter(({ id }) => id < 2),
    );
    before
      .prepare('INSERT INTO workspace VALUES (1, ?, ?, ?)')
      .run('w', 'Practice', '2026-01-01T00:00:00.000Z');
    before.close();
    const db = openVaultDatabase(
      file,
      MIGRATIONS.filter(({ id }) => id <= 2),
    );
    expect(db.prepare('SELECT name FROM workspace').pluck().get()).toBe('Practice');
    expect(db.prepare('SELECT last_seq FROM document_changes').pluck().get()).toBe(0);
    const tables = db.prepare(
      "SELECT name FROM pragma_table_list WHERE strict = 1 AND name LIKE 'document%'",
    );
    expect(tables.pluck().all()).toHaveLength(4);
    db.close();
  });

  test.each([
    ['SELECT * FROM documents WHERE document_id = ?', 'sqlite_autoindex_documents_1'],
    [
      'SELECT * FROM documents WHERE security_group_id = ? AND change_seq > ? ORDER BY change_seq',
      'by_change',
    ],
    [
      'SELECT change_seq, row_rev FROM documents WHERE security_group_id = ? AND change_seq > ? ORDER BY change_seq',
      'COVERING INDEX documents_by_change',
    ],
    ['SELECT * FROM documents WHERE security_group_id = ? AND group_key_generation < ?', 'by_generation'],
    ['SELECT 1 FROM documents WHERE patient_id = ?', 'by_patient'],
    ['SELECT document_id FROM documents WHERE source_tag = ? AND security_group_id = ?', 'by_source'],
    ['SELECT * FROM document_versions WHERE document_id = ? AND seq = ?', 'autoindex_document_versions'],
    ['SELECT * FROM document_drafts WHERE document_id = ? AND draft_rev = ?', 'autoindex_document_drafts'],
  ])('%s uses an index and sorts nothing', (sql, index) => {
    const db = openVaultDatabase(join(testTempDir(), 'vault.db'), MIGRATIONS);
    const parameters = Array(sql.split('?').length - 1).fill(1);
    const plan = db
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...parameters)
      .map(({ detail }) => detail);
    db.close();
    expect(plan).toHaveLength(1);
    expect(plan[0]).toContain(index);
  });
});
