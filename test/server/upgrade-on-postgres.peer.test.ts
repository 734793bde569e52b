/**
 * Tests that a vault on PostgreSQL is copied before a newer program changes its schema, without PostgreSQL's own
 * programs.
 */
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type PostgresCluster, psql, startPostgres } from '#scripts/postgres/cluster.ts';
import type { Upgraded } from '#server/app/open-engine.ts';
import { openVault } from '#server/app/open-vault.ts';
import { deleteBackupsAfterPurges } from '#server/app/services/delete-backups-after-purges.ts';
import { NEWEST_SCHEMA } from '#server/integrity/open-vault-read-only.ts';
import { copyTables } from '#server/storage/bulk-copy/copy-tables.ts';
import { openPostgres } from '#server/storage/engine/postgres/open-postgres.ts';
import { openDatabaseForReading } from '#server/storage/engine/sqlite/open-database.ts';
import { createSqliteEngine } from '#server/storage/engine/sqlite/sqlite-engine.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { schemaVersion } from '#server/storage/migrations/migrator.ts';
import { writeDatabaseAddress } from '#server/system/config/database-address.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { listUpgradeCopies } from '#server/system/config/folder/upgrade-copies.ts';
import { needsPostgres } from '#test/support/left-out.ts';
import { thaw } from './integrity/thawed-vault.ts';

const OLDER = '0.7.0';
const OLDER_SCHEMA = 22;
const MIGRATIONS_OF_OLDER = MIGRATIONS.filter(({ id }) => id <= OLDER_SCHEMA);
const DATABASE = 'vault.sqlite';

let cluster: PostgresCluster;
let made = 0;

/** Creates the frozen vault with its rows in PostgreSQL, in the older schema. */
async function olderVault() {
  made += 1;
  const store = cluster.url(`older${made}`);
  psql(cluster.url('postgres'), `CREATE DATABASE older${made}`);
  const vault = thaw(OLDER);
  const { dataDir, stateDir, clock } = vault;
  const layout = dataDirLayout(dataDir);
  const rows = createSqliteEngine(new SqliteDatabase(layout.database));
  const target = openPostgres(store, MIGRATIONS_OF_OLDER);
  await copyTables(rows, target, { migrations: MIGRATIONS_OF_OLDER });
  target.close();
  rows.close();
  const before = contentOf(layout.database);
  for (const end of ['', '-wal', '-shm']) rmSync(layout.database + end, { force: true });
  writeDatabaseAddress(layout, store);
  const schema = () => Number(psql(store, 'SELECT version FROM vault_schema'));
  return {
    ...{ vault, layout, store, before, schema },
    copies: () => listUpgradeCopies(layout),
    async open(more: { withoutCopy?: boolean } = {}): Promise<Upgraded[]> {
      const told: Upgraded[] = [];
      const onUpgraded = (upgraded: Upgraded) => void told.push(upgraded);
      await (await openVault({ dataDir, stateDir, clock, onUpgraded, ...more })).close();
      return told;
    },
  };
}

/** Returns every row of every table. */
function contentOf(file: string): unknown {
  const db = openDatabaseForReading(file);
  try {
    const names = db
      .prepare<[], string>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name",
      )
      .pluck()
      .all();
    const rows = names.map((name) => [
      name,
      db
        .prepare<[], Record<string, unknown>>(`SELECT * FROM ${name}`)
        .all()
        .map((row) => JSON.stringify(row))
        .toSorted(),
    ]);
    return { schema: schemaVersion(db), sound: db.pragma('integrity_check', { simple: true }), rows };
  } finally {
    db.close();
  }
}

describe('the first start of a newer program on a database in PostgreSQL', needsPostgres(), () => {
  beforeAll(async () => {
    cluster = await startPostgres();
  });
  afterAll(() => cluster.stop());

  test('keeps every row as it was in the folder of that server, and tells of it once', async () => {
    const older = await olderVault();
    const told = await older.open();
    const [copy, ...others] = older.copies();
    expect(others).toEqual([]);
    expect(told).toEqual([{ from: OLDER_SCHEMA, to: NEWEST_SCHEMA, copy: copy?.file }]);
    expect(readdirSync(older.layout.upgrades)).toHaveLength(1);
    expect(contentOf(copy?.file ?? '')).toEqual(older.before);
    expect(older.schema()).toBe(NEWEST_SCHEMA);
    expect(await older.open()).toEqual([]);
    expect(older.copies()).toHaveLength(1);
  });

  test('its copy is the vault before the upgrade, in a folder of its own', async () => {
    const older = await olderVault();
    await older.open();
    const { dataDir, stateDir, clock } = older.vault;
    const [copy] = older.copies();
    rmSync(join(dataDir, 'store'));
    cpSync(copy?.file ?? '', join(dataDir, DATABASE));
    clock.advance(1000);
    await (await openVault({ dataDir, stateDir, clock, acceptRollback: true })).close();
    expect((await older.vault.verify()).findings).toEqual([]);
  });

  test('leaves an older vault that others serve, or wrote to meanwhile, as it is', async () => {
    const older = await olderVault();
    const serving = openPostgres(older.store, MIGRATIONS_OF_OLDER, { isOneOfSeveral: true });
    await expect(older.open()).rejects.toThrow('which other servers serve');
    serving.close();
    expect(() =>
      openPostgres(older.store, MIGRATIONS, { isOneOfSeveral: true, writesBefore: 1_000_000 }),
    ).toThrow('which other servers serve');
    expect(older.schema()).toBe(OLDER_SCHEMA);
    expect(older.copies()).toEqual([]);
    expect(await older.open()).toHaveLength(1);
  });

  test('keeps none where a person says so', async () => {
    const older = await olderVault();
    expect(await older.open({ withoutCopy: true })).toEqual([
      { from: OLDER_SCHEMA, to: NEWEST_SCHEMA, copy: null },
    ]);
    expect(older.copies()).toEqual([]);
    expect(older.schema()).toBe(NEWEST_SCHEMA);
  });

  test('lets go of its copy once another server purges something, also while it does not run', async () => {
    const older = await olderVault();
    await older.open();
    const here = openPostgres(older.store, MIGRATIONS, { isOneOfSeveral: true });
    onTestFinished(here.close);
    const onForeignPurges = deleteBackupsAfterPurges(here, older.layout);
    onForeignPurges();
    expect(older.copies()).toHaveLength(1);
    const purgedAt = new Date(older.vault.clock.nowMs()).toISOString();
    psql(older.store, `INSERT INTO document_purges VALUES (1000000, 'group', 'document', '${purgedAt}')`);
    onForeignPurges();
    expect(older.copies()).toEqual([]);

    const nameAt = (at: number) =>
      `schema-22-${new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '')}.sqlite`;
    for (const [hours, kept] of [
      [-1, 0],
      [1, 1],
    ] as const) {
      mkdirSync(older.layout.upgrades, { recursive: true });
      writeFileSync(join(older.layout.upgrades, nameAt(older.vault.clock.nowMs() + hours * 3_600_000)), '');
      deleteBackupsAfterPurges(here, older.layout);
      expect(older.copies()).toHaveLength(kept);
    }
  });
});
