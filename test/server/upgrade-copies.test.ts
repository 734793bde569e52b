/** Tests that an older vault is copied before its schema changes, as a way back for some time. */
import { cpSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openEngine, type Upgraded } from '#server/app/open-engine.ts';
import { openVault } from '#server/app/open-vault.ts';
import { NEWEST_SCHEMA } from '#server/integrity/open-vault-read-only.ts';
import { openDatabaseForReading, openVaultDatabase } from '#server/storage/engine/sqlite/open-database.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { schemaVersion } from '#server/storage/migrations/migrator.ts';
import { dataDirLayout, prepareDataDir } from '#server/system/config/folder/data-dir.ts';
import { listUpgradeCopies, storeUpgradeCopyOf } from '#server/system/config/folder/upgrade-copies.ts';
import { openPlainVault } from '#test/support/frozen/plain-vault.ts';
import { FROZEN_VERSIONS, openFounder, readRecorded } from '#test/support/frozen/recorded.ts';
import { testTempDir } from '#test/support/temp-dir.ts';
import { thaw } from './integrity/thawed-vault.ts';

const OLDER = '0.7.0';
const OLDER_SCHEMA = 22;
const DAY_MS = 24 * 60 * 60 * 1000;

type Thawed = ReturnType<typeof thaw>;

async function openOnce(vault: Thawed, laterMs = 0, acceptRollback = false): Promise<Upgraded[]> {
  const told: Upgraded[] = [];
  const { dataDir, stateDir, clock } = vault;
  clock.advance(laterMs);
  const onUpgraded = (upgraded: Upgraded) => void told.push(upgraded);
  const opened = await openVault({ dataDir, stateDir, clock, acceptRollback, onUpgraded });
  await opened.close();
  return told;
}

const copiesOf = ({ dataDir }: Thawed) => listUpgradeCopies(dataDirLayout(dataDir));

function rowsOf(file: string): unknown {
  const db = openDatabaseForReading(file);
  try {
    const tables = ['documents', 'document_versions', 'drive_nodes', 'membership_records', 'audit_entries'];
    const counts = tables.map((table) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
    return { schema: schemaVersion(db), counts, sound: db.pragma('integrity_check', { simple: true }) };
  } finally {
    db.close();
  }
}

function schemaOf(file: string): number {
  const db = openDatabaseForReading(file);
  try {
    return schemaVersion(db);
  } finally {
    db.close();
  }
}

describe('the first start of a newer program', () => {
  test('keeps the database as it was, whole and for its owner alone, and tells of it once', async () => {
    const vault = thaw(OLDER);
    const before = rowsOf(join(vault.dataDir, 'vault.sqlite'));
    const told = await openOnce(vault);
    const [copy, ...others] = copiesOf(vault);
    expect(others).toEqual([]);
    expect(told).toEqual([{ from: OLDER_SCHEMA, to: NEWEST_SCHEMA, copy: copy?.file }]);
    expect(copy).toMatchObject({ schema: OLDER_SCHEMA });
    expect(rowsOf(copy?.file ?? '')).toEqual(before);
    if (process.platform !== 'win32') {
      expect(statSync(copy?.file ?? '').mode & 0o777).toBe(0o600);
      expect(statSync(join(vault.dataDir, 'upgrades')).mode & 0o777).toBe(0o700);
    }
    const { checks, findings } = vault.examine();
    expect(findings).toEqual([]);
    expect(checks.find(({ name }) => name === 'upgrades')?.what).toContain(`schema ${OLDER_SCHEMA} until`);
    expect(await openOnce(vault)).toEqual([]);
    expect(copiesOf(vault)).toHaveLength(1);
  });

  test('leaves nothing behind where there is no room, or the copy fails, and names the way on', async () => {
    const layout = dataDirLayout(join(testTempDir(), 'vault'));
    prepareDataDir(layout.root);
    const size = { schema: OLDER_SCHEMA, bytes: Number.MAX_SAFE_INTEGER };
    const keep = (bytes: number) =>
      storeUpgradeCopyOf(layout, { ...size, bytes }, Date.now(), async (file) => {
        for (const end of ['', '-wal', '-shm']) writeFileSync(file + end, 'half of it');
        throw new Error('the database went away');
      });
    await expect(keep(Number.MAX_SAFE_INTEGER)).rejects.toThrow('serve --without-copy');
    await expect(keep(0)).rejects.toThrow('the database went away');
    expect(readdirSync(layout.upgrades)).toEqual([]);
  });

  test('makes none where a person says so', async () => {
    const vault = thaw(OLDER);
    const told: Upgraded[] = [];
    const { dataDir, stateDir, clock } = vault;
    const onUpgraded = (upgraded: Upgraded) => void told.push(upgraded);
    await (await openVault({ dataDir, stateDir, clock, withoutCopy: true, onUpgraded })).close();
    expect(told).toEqual([{ from: OLDER_SCHEMA, to: NEWEST_SCHEMA, copy: null }]);
    expect(copiesOf(vault)).toEqual([]);
  });

  test('makes none of a vault of this program', async () => {
    const vault = thaw();
    expect(await openOnce(vault)).toEqual([]);
    expect(copiesOf(vault)).toEqual([]);
    expect(vault.examine().checks.map(({ name }) => name)).not.toContain('upgrades');
  });

  test('makes none of a travelling copy, which lets go of groups on its clinic’s word', async () => {
    const layout = dataDirLayout(join(testTempDir(), 'copy'));
    const at = { nowMs: Date.now(), isOneOfSeveral: false };
    prepareDataDir(layout.root);
    const older = MIGRATIONS.filter(({ id }) => id < NEWEST_SCHEMA);
    for (const isCopy of [true, false]) {
      for (const end of ['', '-wal', '-shm']) rmSync(layout.database + end, { force: true });
      openVaultDatabase(layout.database, older).close();
      if (isCopy) writeFileSync(layout.copyFile, '{}');
      else rmSync(layout.copyFile);
      const told: Upgraded[] = [];
      (await openEngine(layout, undefined, { ...at, onUpgraded: (each) => void told.push(each) })).close();
      expect(told.map(({ copy }) => copy !== null)).toEqual([!isCopy]);
      expect(listUpgradeCopies(layout)).toHaveLength(isCopy ? 0 : 1);
    }
  });

  test('its copy put in the place of the database is the vault before the upgrade', async () => {
    const vault = thaw(OLDER);
    await openOnce(vault);
    const [copy] = copiesOf(vault);
    for (const end of ['', '-wal', '-shm'])
      rmSync(join(vault.dataDir, `vault.sqlite${end}`), { force: true });
    cpSync(copy?.file ?? '', join(vault.dataDir, 'vault.sqlite'));
    const looked = vault.examine();
    expect(looked.checks.find(({ name }) => name === 'schema')?.what).toContain(`schema ${OLDER_SCHEMA},`);
    await openOnce(vault, 1000, true);
    expect((await vault.verify()).findings).toEqual([]);
    // The same schema a second later: both copies are kept.
    expect(copiesOf(vault)).toHaveLength(2);
  });
});

describe('a copy goes', () => {
  test('at the first start 30 days later', async () => {
    const vault = thaw(OLDER);
    await openOnce(vault);
    await openOnce(vault, 29 * DAY_MS);
    expect(copiesOf(vault)).toHaveLength(1);
    writeFileSync(join(vault.dataDir, 'upgrades', 'schema-22-20260101T000000Z.sqlite.part'), 'cut off');
    await openOnce(vault, 2 * DAY_MS);
    expect(readdirSync(join(vault.dataDir, 'upgrades'))).toEqual([]);
  });

  test('when a document or a file is purged, whose key it holds, and not for a draft', async () => {
    const { secrets, readings } = readRecorded(OLDER);
    for (const purge of ['document', 'file'] as const) {
      const frozen = thaw(OLDER);
      const { dataDir, stateDir, clock } = frozen;
      const vault = await openPlainVault({ dataDir, stateDir, nowMs: clock.nowMs() });
      onTestFinished(vault.close);
      const founder = await openFounder(vault, secrets);
      const { index } = readings.founder.templates[0] ?? {};
      if (index === undefined) throw new Error('The frozen vault has no template.');
      await founder.templates.draft.put(index.document_id, {
        base_version_id: null,
        record: (await founder.templates.get(index.document_id)).record,
      });
      await founder.templates.draft.discard(index.document_id);
      expect(copiesOf(frozen)).toHaveLength(1);
      if (purge === 'document') {
        if (!index.is_deleted) await founder.templates.delete(index.document_id);
        await founder.templates.purge(index.document_id);
      } else {
        const [home = ''] = Object.keys(readings.founder.drives);
        const drive = founder.drive(home);
        const node = await drive.upload(new Uint8Array(10), { name: 'short.bin' });
        await drive.delete(node.node_id);
        await drive.purge(node.node_id);
      }
      expect(copiesOf(frozen)).toEqual([]);
    }
  });
});

test('every frozen version of an older schema is kept before it is changed, and no other', async () => {
  for (const version of FROZEN_VERSIONS) {
    const vault = thaw(version);
    const schema = schemaOf(join(vault.dataDir, 'vault.sqlite'));
    await openOnce(vault);
    expect(copiesOf(vault).map((copy) => copy.schema)).toEqual(schema < NEWEST_SCHEMA ? [schema] : []);
  }
});
