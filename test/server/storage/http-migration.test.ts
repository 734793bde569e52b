import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openVaultDatabase } from '#server/storage/engine/sqlite/open-database.ts';
import { createServiceState } from '#server/storage/http/database-state-store.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

test('0004-http adds its tables to a vault of the version before and keeps what is there', () => {
  const file = join(testTempDir(), 'vault.db');
  const before = openVaultDatabase(
    file,
    MIGRATIONS.filter(({ id }) => id < 4),
  );
  before
    .prepare('INSERT INTO workspace VALUES (1, ?, ?, ?)')
    .run('w', 'Practice', '2026-01-01T00:00:00.000Z');
  before.close();
  const db = openVaultDatabase(
    file,
    MIGRATIONS.filter(({ id }) => id <= 4),
  );
  expect(db.pragma('user_version', { simple: true })).toBe(4);
  expect(db.prepare('SELECT name FROM workspace').pluck().get()).toBe('Practice');
  // A vault from before this migration records no crash and no commit, and starts its first epoch.
  const state = createServiceState(db);
  expect(state.isClean()).toBe(true);
  expect(db.prepare('SELECT commit_count, epoch FROM service_state').get()).toEqual({
    commit_count: 0,
    epoch: 1,
  });
  const issue = db.prepare("INSERT INTO certificates VALUES (?, ?, ?, '2026', '2027', NULL)");
  issue.run('f1', 'desktop', 'desktop');
  issue.run('f2', 'desktop', 'desktop');
  issue.run('f3', 'reader', 'client');
  expect(() => issue.run('f4', 'reader', 'client')).toThrow(/UNIQUE/);
  expect(db.prepare('SELECT count(*) FROM idempotency_marks').pluck().get()).toBe(0);
  db.close();
});

test('0010-renewed-certificates lets a renewed certificate keep its name and keeps every row', () => {
  const file = join(testTempDir(), 'vault.db');
  const issue = "INSERT INTO certificates VALUES (?, 'reader', 'client', '2026', '2027', NULL)";
  const before = openVaultDatabase(
    file,
    MIGRATIONS.filter(({ id }) => id < 10),
  );
  before.prepare(issue).run('f1');
  expect(() => before.prepare(issue).run('f2')).toThrow(/UNIQUE/);
  before.close();
  const db = openVaultDatabase(
    file,
    MIGRATIONS.filter(({ id }) => id <= 10),
  );
  db.prepare(issue).run('f2');
  expect(db.prepare('SELECT fingerprint FROM certificates').pluck().all()).toEqual(['f1', 'f2']);
  const plan: unknown = db
    .prepare('EXPLAIN QUERY PLAN SELECT * FROM certificates WHERE client_cn = ?')
    .all('reader');
  expect(JSON.stringify(plan)).toContain('certificates_by_cn');
  db.close();
});
