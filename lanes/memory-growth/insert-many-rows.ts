/** Inserts many files and audit entries into an unserved folder directly, bypassing the vault. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { v7 } from 'uuid';
import { parseWorkspaceId } from '#contract/ids.ts';
import { appendPlaintextEntry } from '#server/integrity/audit/writing/append-plaintext-entry.ts';
import { createAuditStore } from '#server/storage/audit/audit-store.ts';
import { createSqliteEngine } from '#server/storage/engine/sqlite/sqlite-engine.ts';

const AT_ONCE = 10_000;
const CACHE_KIB = 512 * 1024;

/** Audit entries per file. */
export const ENTRIES_A_FILE = 10;

export function swell(dataDir: string, objects: number): void {
  const db = new SqliteDatabase(join(dataDir, 'vault.sqlite'));
  // Nothing of it must survive a crash, and the indexes are filled in random order.
  db.pragma('synchronous = OFF');
  db.pragma(`cache_size = -${CACHE_KIB}`);
  const engine = createSqliteEngine(db);
  try {
    const columns = db
      .prepare<[], string>("SELECT name FROM pragma_table_info('drive_nodes')")
      .pluck()
      .all()
      .filter((name) => name !== 'node_id' && name !== 'name_mac');
    const [model] = db
      .prepare<[], string>("SELECT node_id FROM drive_nodes WHERE kind = 'file' ORDER BY node_id LIMIT 1")
      .pluck()
      .all();
    const copy = db.prepare(
      `INSERT INTO drive_nodes (node_id, name_mac, ${columns.join(', ')})
       SELECT ?, randomblob(32), ${columns.join(', ')} FROM drive_nodes WHERE node_id = ?`,
    );
    const store = createAuditStore(engine);
    const workspace = parseWorkspaceId(
      String(db.prepare('SELECT workspace_id FROM workspace').pluck().get()),
    );
    const content = readFileSync(join(dataDir, 'blobs', model?.slice(-2) ?? '', model ?? ''));
    const folders = new Set<string>();
    for (let made = 0; made < objects; ) {
      const until = Math.min(objects, made + AT_ONCE);
      engine.begin();
      for (; made < until; made += 1) {
        const id = v7();
        const to = join(dataDir, 'blobs', id.slice(-2), id);
        const folder = dirname(to);
        if (!folders.has(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
        folders.add(folder);
        writeFileSync(to, content, { mode: 0o600 });
        copy.run(id, model);
        for (let entry = 0; entry < ENTRIES_A_FILE; entry += 1)
          appendPlaintextEntry(store, workspace, new Date().toISOString(), {
            kind: 'vault_opened',
            by: null,
          });
      }
      engine.commit();
    }
  } finally {
    engine.close();
  }
}
