/**
 * Tests that checks, backups, restores and verification keep at most one page of rows in memory. Counts the rows of
 * every SQLite call.
 */
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { parseWorkspaceId } from '#contract/ids.ts';
import { appendPlaintextEntry } from '#server/integrity/audit/writing/append-plaintext-entry.ts';
import { backupFolder, restoreFolder } from '#server/integrity/backup/backup-folder.ts';
import { createAuditStore } from '#server/storage/audit/audit-store.ts';
import { createSqliteEngine } from '#server/storage/engine/sqlite/sqlite-engine.ts';
import { newId } from '#test/support/ids.ts';
import { codesOf, thaw } from './thawed-vault.ts';

const MANY = 2_500;
/** Above the largest page, far below `MANY`. */
const AT_ONCE_MAX = 1_000;

/** Records the most rows one call returned, with its statement. */
function countRowsAtOnce() {
  const db = new SqliteDatabase(':memory:');
  const prototype: { all: (this: { readonly source: string }, ...given: unknown[]) => unknown[] } =
    Object.getPrototypeOf(db.prepare('SELECT 1'));
  db.close();
  const { all } = prototype;
  let most = { rows: 0, statement: '' };
  prototype.all = function (...given) {
    const rows = all.apply(this, given);
    if (rows.length > most.rows) most = { rows: rows.length, statement: this.source };
    return rows;
  };
  onTestFinished(() => {
    prototype.all = all;
  });
  return {
    take() {
      const told = most;
      most = { rows: 0, statement: '' };
      return told;
    },
  };
}

/** Inserts rows of files without content, and audit entries. */
function swell(vault: ReturnType<typeof thaw>): void {
  vault.edit((db) => {
    const columns = db
      .prepare<[], string>("SELECT name FROM pragma_table_info('drive_nodes')")
      .pluck()
      .all()
      .filter((name) => name !== 'node_id' && name !== 'name_mac');
    const copy = db.prepare(
      `INSERT INTO drive_nodes (node_id, name_mac, ${columns}) SELECT ?, randomblob(32), ${columns} FROM drive_nodes
       WHERE kind = 'file' AND status = 'ready' AND transfer = 'single' ORDER BY node_id LIMIT 1`,
    );
    const store = createAuditStore(createSqliteEngine(db));
    const workspace = parseWorkspaceId(
      String(db.prepare('SELECT workspace_id FROM workspace').pluck().get()),
    );
    const at = new Date(vault.clock.nowMs()).toISOString();
    db.transaction(() => {
      for (let n = 0; n < MANY; n += 1) {
        copy.run(newId());
        appendPlaintextEntry(store, workspace, at, { kind: 'vault_opened', by: null });
      }
    })();
  });
}

test('of many files and log entries no more than a page is held at once', async () => {
  const vault = thaw();
  swell(vault);
  const { dataDir, stateDir, clock, opening, root } = vault;
  const target = join(root, 'backups');
  const counted = countRowsAtOnce();

  expect(codesOf(vault.examine()).filter(([code]) => code === 'blob_missing')).toHaveLength(MANY);
  const doctor = counted.take();
  const verified = await vault.verify();
  expect(verified.checked.files).toBeGreaterThanOrEqual(MANY);
  expect(codesOf(verified).filter(([code]) => code?.startsWith('audit'))).toEqual([]);
  const verify = counted.take();
  const { name, findings } = await backupFolder({ dataDir, target, opening, clock });
  expect(findings.filter(({ code }) => code === 'blob_missing')).toHaveLength(MANY);
  const backup = counted.take();
  const restored = await restoreFolder({
    ...{ from: join(target, name), dataDir: join(root, 'restored'), stateDir, opening, clock },
  });
  expect(restored.restored).toBe(true);
  const restore = counted.take();

  for (const [what, { rows, statement }] of Object.entries({ doctor, verify, backup, restore }))
    expect(rows, `${what}: ${statement}`).toBeLessThanOrEqual(AT_ONCE_MAX);
});
