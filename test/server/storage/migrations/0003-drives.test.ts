import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createNodeStore } from '#server/storage/drives/node-store.ts';
import type { SchemaChange } from '#server/storage/engine/sql-engine.ts';
import { type Database, openVaultDatabase } from '#server/storage/engine/sqlite/open-database.ts';
import { drivesMigration } from '#server/storage/migrations/0003-drives.ts';
import { changesMigration } from '#server/storage/migrations/0007-changes.ts';
import { schemaVersion } from '#server/storage/migrations/migrator.ts';
import { idOf } from '#test/support/ids.ts';

const earlier = {
  id: 2,
  name: 'earlier',
  up: (db: SchemaChange) => {
    db.exec('CREATE TABLE earlier (id INTEGER PRIMARY KEY) STRICT; INSERT INTO earlier VALUES (7);');
  },
};

let folder: string;
let db: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migration-'));
  const file = join(folder, 'vault.db');
  openVaultDatabase(file, [earlier]).close();
  db = openVaultDatabase(file, [earlier, drivesMigration, changesMigration]);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

const planOf = (sql: string) =>
  db
    .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map(({ detail }) => detail)
    .join('\n');

const insertNode = (id: string, charged: number, parent: string | null = null, mac = id) =>
  db
    .prepare(
      `INSERT INTO drive_nodes (node_id, security_group_id, kind, status, parent_id, charged_bytes, encrypted_name,
         name_mac, gk_gen, encrypted_dek, created_by, created_at, is_deleted, row_rev, row_mac)
       VALUES (?, 'g', 'file', 'ready', ?, ?, x'00', ?, 1, x'00', 'p', '', 0, 1, x'00')`,
    )
    .run(id, parent, charged, Buffer.from(mac));

describe('0003-drives', () => {
  test('adds its tables to a database that has rows already', () => {
    expect(schemaVersion(db)).toBe(7);
    expect(db.prepare('SELECT id FROM earlier').pluck().get()).toBe(7);
    const strict = db
      .prepare("SELECT name FROM pragma_table_list WHERE name LIKE 'drive_%' AND strict = 0")
      .all();
    expect(strict).toEqual([]);
  });

  test('keeps the sum of what nodes cost', () => {
    const store = createNodeStore(db, () => '2026-03-01T10:00:00.000Z');
    insertNode('a', 10);
    insertNode('b', 5);
    db.prepare("UPDATE drive_nodes SET charged_bytes = 7 WHERE node_id = 'b'").run();
    expect(store.usedBytes()).toBe(17);
    store.delete([idOf('a')]);
    expect(store.usedBytes()).toBe(7);
  });

  test('lets a name stand once per folder, and no node under a parent that is not there', () => {
    insertNode('a', 0);
    expect(() => insertNode('b', 0, null, 'a')).toThrow(/UNIQUE/);
    insertNode('c', 0, 'a', 'a');
    expect(() => insertNode('d', 0, 'nowhere')).toThrow(/FOREIGN KEY/);
  });

  test.each([
    [
      "SELECT * FROM drive_nodes WHERE security_group_id = 'g' AND parent_id IS NULL",
      'drive_nodes_by_parent',
    ],
    ["SELECT * FROM drive_nodes WHERE exam_id = 'e'", 'drive_nodes_by_exam'],
    [
      "SELECT * FROM drive_nodes WHERE security_group_id = 'g' AND gk_gen < 2 LIMIT 5",
      'drive_nodes_by_generation',
    ],
    ["SELECT * FROM drive_nodes WHERE is_deleted = 1 AND deleted_with = 'n'", 'drive_nodes_in_trash'],
    ["SELECT node_id FROM drive_nodes WHERE status = 'pending' AND created_at < 'x'", 'drive_nodes_pending'],
    ["SELECT node_id FROM drive_parts WHERE attempt_id = 'a'", 'sqlite_autoindex_drive_parts'],
  ])('%s uses its index', (sql, index) => {
    expect(planOf(sql)).toContain(index);
  });
});
