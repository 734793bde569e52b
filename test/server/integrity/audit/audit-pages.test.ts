/** Tests how pages of the log are read: by an index, in every order and between any two times. */
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { AuditQuery } from '#contract/audit/audit-entry.ts';
import { parseWorkspaceId } from '#contract/ids.ts';
import { appendPlaintextEntry } from '#server/integrity/audit/writing/append-plaintext-entry.ts';
import { createAuditStore } from '#server/storage/audit/audit-store.ts';
import { createSqliteEngine } from '#server/storage/engine/sqlite/sqlite-engine.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

let vault: LiveVault;

beforeAll(async () => {
  vault = await startLiveVault();
  append(['2001-01-01', '2001-01-02', '2001-01-03', '2001-01-02', '2001-01-03', '2001-01-04']);
});
afterAll(() => vault.close());

/** Appends entries of these days, beside the server. */
function append(days: readonly string[]): void {
  const db = new SqliteDatabase(join(vault.dataDir, 'vault.sqlite'));
  try {
    const store = createAuditStore(createSqliteEngine(db));
    const workspace = parseWorkspaceId(
      String(db.prepare('SELECT workspace_id FROM workspace').pluck().get()),
    );
    db.transaction(() => {
      for (const day of days)
        appendPlaintextEntry(store, workspace, `${day}T00:00:00.000Z`, { kind: 'vault_restored', by: null });
    })();
  } finally {
    db.close();
  }
}

async function daysOf(query: AuditQuery): Promise<string[]> {
  const entries = await vault.admin.audit.list({ kind: 'vault_restored', ...query }).toArray({ limit: 100 });
  return entries.map(({ at }) => at.slice(8, 10));
}

/** The statements that match `pattern`, each time they read, until the end of the test. */
function recordStatements(pattern: RegExp): string[] {
  type Read = (this: { readonly source: string }, ...given: unknown[]) => unknown;
  const db = new SqliteDatabase(':memory:');
  const prototype: { all: Read; get: Read } = Object.getPrototypeOf(db.prepare('SELECT 1'));
  db.close();
  const { all, get } = prototype;
  const told: string[] = [];
  const recording = (read: Read): Read =>
    function (...given) {
      if (pattern.test(this.source)) told.push(this.source);
      return read.apply(this, given);
    };
  prototype.all = recording(all);
  prototype.get = recording(get);
  onTestFinished(() => {
    prototype.all = all;
    prototype.get = get;
  });
  return told;
}

const FROM = '2001-01-02T00:00:00.000Z';
const TO = '2001-01-04T00:00:00.000Z';

describe('GET /v1/audit', () => {
  test('lists by number; between two times by time, where a clock was set back', async () => {
    expect(await daysOf({})).toEqual(['04', '03', '02', '03', '02', '01']);
    expect(await daysOf({ order: 'oldest' })).toEqual(['01', '02', '03', '02', '03', '04']);
    expect(await daysOf({ since: FROM, until: TO })).toEqual(['03', '03', '02', '02']);
    expect(await daysOf({ since: FROM, until: TO, order: 'oldest' })).toEqual(['02', '02', '03', '03']);
    expect(await daysOf({ until: FROM })).toEqual(['01']);
    expect(await daysOf({ since: TO, order: 'oldest' })).toEqual(['04']);
  });

  test('goes on after every page, however small, also among entries of one instant', async () => {
    for (const limit of [1, 2, 3]) {
      expect(await daysOf({ limit, since: FROM, until: TO })).toEqual(['03', '03', '02', '02']);
      expect(await daysOf({ limit, since: FROM, order: 'oldest' })).toEqual(['02', '02', '03', '03', '04']);
      expect(await daysOf({ limit })).toEqual(['04', '03', '02', '03', '02', '01']);
    }
  });

  test('says of the last page that nothing follows, in any order and between any times', async () => {
    const all = { since: '2001-01-01T00:00:00.000Z', until: '2001-01-05T00:00:00.000Z' };
    const whole = await vault.admin.audit.list({ limit: 200 }).page();
    expect(whole.next_cursor).toBeNull();
    for (const order of [{}, { order: 'oldest' }] as const) {
      const { items, next_cursor } = await vault.admin.audit.list({ ...order, ...all, limit: 6 }).page();
      expect([items.length, next_cursor]).toEqual([6, null]);
      const limit = whole.items.length;
      expect((await vault.admin.audit.list({ ...order, limit }).page()).next_cursor).toBeNull();
      const short = await vault.admin.audit.list({ ...order, ...all, limit: 5 }).page();
      expect(short.next_cursor).not.toBeNull();
    }
  });

  test('opens the key of the log once for all pages', async () => {
    const opened = recordStatements(/FROM admin_secrets/);
    const entries = await vault.admin.audit.list({ order: 'oldest', limit: 1 }).toArray({ limit: 100 });
    expect(entries.filter(({ kind }) => kind !== null).length).toBeGreaterThan(6);
    expect(opened.length).toBeLessThanOrEqual(1);
  });

  test('reads no more of the log than the page, in any order and between any times', async () => {
    const told = new Set<string>();
    const statements = recordStatements(/^SELECT \* FROM audit_entries WHERE .*LIMIT/);
    for (const order of [{}, { order: 'oldest' }] as const)
      for (const between of [{}, { since: FROM }, { until: TO }, { since: FROM, until: TO }])
        await vault.admin.audit.list({ ...order, ...between, limit: 2 }).toArray({ limit: 2 });
    const db = new SqliteDatabase(join(vault.dataDir, 'vault.sqlite'), { readonly: true });
    onTestFinished(() => void db.close());
    for (const source of statements) told.add(source);
    expect(told.size).toBe(4);
    for (const source of told) {
      const places = [...source.matchAll(/\?/g)].map(() => null);
      const plan = db
        .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${source}`)
        .all(...places)
        .map(({ detail }) => detail);
      expect(plan.join(), source).toMatch(/^SEARCH audit_entries USING[^,]*$/);
    }
  });
});
