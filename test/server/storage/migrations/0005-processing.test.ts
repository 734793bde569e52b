import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createProcessingStore } from '#server/storage/drives/processing-store.ts';
import { type Database, openVaultDatabase } from '#server/storage/engine/sqlite/open-database.ts';
import { drivesMigration } from '#server/storage/migrations/0003-drives.ts';
import { processingMigration } from '#server/storage/migrations/0005-processing.ts';
import { schemaVersion } from '#server/storage/migrations/migrator.ts';
import { idOf } from '#test/support/ids.ts';

let folder: string;
let db: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migration-'));
  const file = join(folder, 'vault.db');
  const before = openVaultDatabase(file, [drivesMigration]);
  const insert = before.prepare(
    `INSERT INTO drive_nodes (node_id, security_group_id, kind, status, charged_bytes, media_kind, encrypted_name,
       name_mac, gk_gen, encrypted_dek, created_by, created_at, is_deleted, row_rev, row_mac)
     VALUES (?, 'g', ?, ?, 10, ?, x'00', ?, 1, x'00', 'p', ?, 0, 1, x'00')`,
  );
  insert.run('scan', 'file', 'ready', 'dicom', Buffer.from('1'), '2026-01-02');
  insert.run('photo', 'file', 'ready', 'image', Buffer.from('2'), '2026-01-01');
  insert.run('note', 'file', 'ready', 'text', Buffer.from('3'), '2026-01-01');
  insert.run('half', 'file', 'pending', 'image', Buffer.from('4'), '2026-01-01');
  insert.run('folder', 'folder', 'ready', null, Buffer.from('5'), '2026-01-01');
  before.close();
  db = openVaultDatabase(file, [drivesMigration, processingMigration]);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

const used = () => db.prepare('SELECT used_bytes FROM drive_usage').pluck().get();

describe('0005-processing', () => {
  test('queues the files that are there, oldest first, and nothing else', () => {
    expect(schemaVersion(db)).toBe(5);
    const store = createProcessingStore(db);
    expect(store.next([idOf('g')])).toBe('photo');
    store.begin(idOf('photo'));
    expect(store.next([idOf('g'), idOf('other')])).toBe('scan');
    expect(store.next([idOf('other')])).toBeUndefined();
    expect(db.prepare('SELECT count(*) FROM drive_processing').pluck().get()).toBe(2);
  });

  test('variants count with their node and go with it', () => {
    const store = createProcessingStore(db);
    store.insertVariant({ node_id: idOf('scan'), kind: 'thumbnail', blob_id: 'b', size: 7, created_at: '' });
    expect(used()).toBe(57);
    expect(store.isKnownBlob('b')).toBe(true);
    db.prepare("DELETE FROM drive_nodes WHERE node_id = 'scan'").run();
    expect(used()).toBe(40);
    expect(store.find(idOf('scan'))).toBeUndefined();
    expect(store.isKnownBlob('b')).toBe(false);
  });

  test('the queue is read by its index', () => {
    const plan = db
      .prepare<[], { detail: string }>(
        `EXPLAIN QUERY PLAN SELECT node_id FROM drive_processing WHERE status = 'queued' AND security_group_id = 'g'
         ORDER BY queued_at LIMIT 1`,
      )
      .all();
    expect(plan.map(({ detail }) => detail).join()).toContain('drive_processing_queued');
  });
});
