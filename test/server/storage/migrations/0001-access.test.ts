import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openVaultDatabase } from '#server/storage/engine/sqlite/open-database.ts';
import { accessMigration } from '#server/storage/migrations/0001-access.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

function openAtFirst() {
  return openVaultDatabase(join(testTempDir(), 'vault.db'), [accessMigration]);
}

test('0001-access makes strict tables only', () => {
  const db = openAtFirst();
  const tables = db
    .prepare<[string, string], { name: string; strict: number }>(
      'SELECT name, strict FROM pragma_table_list WHERE schema = ? AND type = ?',
    )
    .all('main', 'table')
    .filter((table) => !table.name.startsWith('sqlite_'));
  expect(tables.length).toBeGreaterThan(10);
  expect(tables.filter((table) => table.strict !== 1)).toEqual([]);
  db.close();
});

test('0001-access answers its look-ups from keys and indexes', () => {
  const db = openAtFirst();
  for (const sql of [
    "SELECT * FROM principal_wraps WHERE kind = 'recovery'",
    "SELECT * FROM group_grants WHERE member_id = 'x' ORDER BY security_group_id, generation",
    "SELECT * FROM credentials WHERE principal_id = 'x'",
    "SELECT * FROM group_grants WHERE security_group_id = 'x' AND generation < 2",
  ]) {
    const plan = db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all();
    expect(plan.map((step) => step.detail).join('\n')).toMatch(/^SEARCH/);
  }
  db.close();
});

test('0001-access keeps one workspace and one way in of each kind per principal', () => {
  const db = openAtFirst();
  const insert = db.prepare("INSERT INTO workspace VALUES (?, 'id', 'name', 'now')");
  insert.run(1);
  expect(() => insert.run(1)).toThrow('UNIQUE');
  expect(() => insert.run(2)).toThrow('CHECK');
  expect(() =>
    db
      .prepare("INSERT INTO principal_wraps VALUES ('unknown', 'token', NULL, NULL, NULL, x'', x'', 'now')")
      .run(),
  ).toThrow('FOREIGN KEY');
  db.close();
});
