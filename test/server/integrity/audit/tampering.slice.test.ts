/** Tests that the check detects everything an attacker with folder access can do to the audit log. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AUDIT_GENESIS, auditHash, auditKeyHash } from '#crypto/audit/entry-hash.ts';
import { desktopClient } from '#scripts/desktop-client.ts';
import { startServer } from '#server/app/start-server.ts';
import { verifyAuditChain } from '#server/integrity/audit/verify-audit-chain.ts';
import { checkAuditLog } from '#server/integrity/audit/verify-audit-log.ts';
import { type Reader, unlockReadOnly } from '#server/integrity/unlock-read-only.ts';
import { createAuditStore } from '#server/storage/audit/audit-store.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createSqliteEngine } from '#server/storage/engine/sqlite/sqlite-engine.ts';
import { systemClock } from '#server/system/clock.ts';
import { FOUNDING, PASSPHRASE } from '#test/support/live-vault.ts';
import { copyPreparedVault } from '#test/support/prepared-vault.ts';
import { makeTempDir } from '#test/support/temp-dir.ts';

const folder = makeTempDir();
const stateDir = join(folder.path, 'state');
let db: SqliteDatabase.Database;
let engine: SqlEngine;
let reader: Reader;
let documentId: string;

beforeAll(async () => {
  const { security_group_id, device_secret } = await copyPreparedVault(folder.path, FOUNDING);
  const dataDir = join(folder.path, 'vault');
  const server = await startServer({ dataDir, stateDir, port: 0 });
  const admin = desktopClient(server.url, dataDir);
  await admin.session.open({ device_secret });
  const record = { display_name: 'Ada Example' };
  const made = await admin.patients.create({ security_group_id, record });
  documentId = made.index.document_id;
  await admin.patients.update(documentId, { record, expected_latest_version_id: null });
  await admin.close();
  await server.close();
  const bytes = readFileSync(join(dataDir, 'vault.sqlite'));
  // Switch off WAL mode, which an in-memory database lacks.
  bytes.fill(1, 18, 20);
  db = new SqliteDatabase(bytes);
  db.pragma('foreign_keys = OFF');
  engine = createSqliteEngine(db);
  reader = await unlockReadOnly(engine, systemClock, { passphrase: PASSPHRASE });
});
afterAll(() => {
  reader.close();
  folder.remove();
});

const codes = async (seen?: string) =>
  (await checkAuditLog(engine, reader, seen)).findings.map(({ code, id }) => `${code} ${id}`);

/** Checks the hash chain without a key, as anyone can. */
async function chainHoldsAfter(change: () => void): Promise<boolean> {
  db.exec('BEGIN');
  try {
    change();
    const { workspace_id: workspaceId, ledger } = reader;
    const store = createAuditStore(db);
    return (await verifyAuditChain({ store, workspaceId, state: ledger.state() })).findings.length === 0;
  } finally {
    db.exec('ROLLBACK');
  }
}

/** Changes the database, checks, and restores everything. */
async function codesAfter(change: () => void, seen?: string): Promise<string[]> {
  db.exec('BEGIN');
  try {
    change();
    return await codes(seen);
  } finally {
    db.exec('ROLLBACK');
  }
}

const TABLES = ['audit_entries', 'audit_keys', 'audit_signatures'] as const;

function cells() {
  return TABLES.flatMap((table) => {
    const columns = db.pragma(`table_info(${table})`) as { name: string; pk: number }[];
    const keys = columns.filter(({ pk }) => pk > 0).map(({ name }) => name);
    const where = keys.map((name) => `${name} IS ?`).join(' AND ');
    const rows = db.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table}`).all();
    return rows.flatMap((row) =>
      columns.map(({ name }) => ({
        name: `${table}.${name}`,
        value: row[name],
        write: (value: unknown) =>
          db
            .prepare(`UPDATE ${table} SET ${name} = ? WHERE ${where}`)
            .run(value, ...keys.map((key) => row[key])),
      })),
    );
  });
}

function flipped(value: unknown, at: number): unknown {
  if (typeof value === 'number') return value + 1000;
  const bytes = Buffer.from(typeof value === 'string' ? value : (value as Uint8Array));
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return typeof value === 'string' ? bytes.toString('latin1') : bytes;
}

/** Samples every 64th byte of signatures, which have 4,500 characters and are slow to verify. */
function stepOf(name: string): number {
  return name.includes('signature_') ? 64 : 1;
}

function lengthOf(value: unknown): number {
  if (value === null) return 0;
  return typeof value === 'number' ? 1 : Buffer.byteLength(value as string | Uint8Array);
}

describe('the audit log of a folder somebody wrote to', () => {
  test('holds as it was written', async () => {
    expect(await codes(stateDir)).toEqual([]);
    const store = createAuditStore(db);
    expect(store.head()?.seq).toBeGreaterThan(5);
    expect(store.listSignaturesAfter(undefined, 9).length).toBeGreaterThan(0);
  });

  test('each byte of each stored row: none is changed unnoticed', { timeout: 300_000 }, async () => {
    let mutations = 0;
    const unnoticed: string[] = [];
    for (const { name, value, write } of cells()) {
      for (let at = 0; at < lengthOf(value); at += stepOf(name)) {
        mutations += 1;
        const holds = await chainHoldsAfter(() => void write(flipped(value, at)));
        if (holds) unnoticed.push(`${name} at ${at}`);
      }
    }
    expect(unnoticed).toEqual([]);
    expect(mutations).toBeGreaterThan(5_000);
  });

  test('each row taken out, each two swapped, the end cut off', async () => {
    const store = createAuditStore(db);
    const last = store.head()?.seq ?? 0;
    for (let seq = 1; seq <= last; seq += 1) {
      const remove = () => db.prepare('DELETE FROM audit_entries WHERE seq = ?').run(seq);
      expect(await codesAfter(remove, stateDir), `without ${seq}`).not.toEqual([]);
      if (seq === last) continue;
      const swap = () => {
        db.prepare('UPDATE audit_entries SET seq = -1 WHERE seq = ?').run(seq);
        db.prepare('UPDATE audit_entries SET seq = ? WHERE seq = ?').run(seq, seq + 1);
        db.prepare('UPDATE audit_entries SET seq = ? WHERE seq = -1').run(seq + 1);
      };
      expect(await codesAfter(swap), `${seq} swapped`).not.toEqual([]);
    }
    const cut = () => {
      db.prepare('DELETE FROM audit_entries WHERE seq > 3').run();
      db.exec('DELETE FROM audit_signatures; DELETE FROM audit_keys');
    };
    expect(await codesAfter(cut, stateDir)).toContain(`audit_cut ${last}`);
  });

  test('the signatures of many sessions are looked at one by one: requests are served in between', async () => {
    const { workspace_id: workspaceId, ledger } = reader;
    const store = createAuditStore(db);
    const signatures = Array.from({ length: 40 }, () => store.listSignaturesAfter(undefined, 99)).flat();
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const { findings } = await verifyAuditChain({
      store: { ...store, listSignaturesAfter: (after) => (after === undefined ? signatures : []) },
      ...{ workspaceId, state: ledger.state() },
    });
    isOver = true;
    expect(findings).toEqual([]);
    expect(turns).toBeGreaterThanOrEqual(signatures.length);
  });

  test('one entry rewritten and the whole chain made anew', async () => {
    const rechain = () => {
      const store = createAuditStore(db);
      const [first] = store.listAfter(2, 1);
      db.prepare('UPDATE audit_entries SET entry = ? WHERE seq = ?').run(
        Buffer.from('{"kind":"vault_opened","by":null,"detail":"never"}'),
        first?.seq,
      );
      let prev_hash: Uint8Array = AUDIT_GENESIS;
      for (const row of store.listAfter(0, 1_000)) {
        const key = row.key_id === null ? undefined : store.findKey(row.key_id);
        const key_sha256 = key ? auditKeyHash(key) : null;
        const hash = auditHash({ ...row, workspace_id: reader.workspace_id, key_sha256, prev_hash });
        db.prepare('UPDATE audit_entries SET hash = ? WHERE seq = ?').run(hash, row.seq);
        prev_hash = hash;
      }
      db.exec('DELETE FROM audit_signatures');
    };
    expect(await codesAfter(rechain)).not.toEqual([]);
  });

  test('a document changed without an entry is named', async () => {
    const change = () => {
      const version = db
        .prepare<[string], string>(
          'SELECT version_id FROM document_versions WHERE document_id = ? ORDER BY seq DESC LIMIT 1',
        )
        .pluck()
        .get(documentId);
      const other = version?.replace(/^......../, '0199ffff');
      db.prepare('UPDATE document_versions SET version_id = ? WHERE version_id = ?').run(other, version);
      db.prepare('UPDATE documents SET head_version_id = ? WHERE document_id = ?').run(other, documentId);
    };
    expect(await codesAfter(change)).toEqual([`audit_behind ${documentId}`]);
  });
});
