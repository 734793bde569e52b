/**
 * Tests migrating a vault from a folder to PostgreSQL and a bucket, and back: complete, once, and after any
 * interruption.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { type PostgresCluster, psql, startPostgres } from '#scripts/postgres/cluster.ts';
import { startRadosgw } from '#scripts/s3/radosgw.ts';
import { openVault } from '#server/app/open-vault.ts';
import { type MigrateOptions, migrateVault } from '#server/integrity/migrate/migrate-vault.ts';
import { verifyFolder } from '#server/integrity/verify/verify-folder.ts';
import type { TableDigest } from '#server/storage/bulk-copy/table-digest.ts';
import { BUCKET, makeBucket, type Storage } from '#test/server/drives/bucket/bucket-fixture.ts';
import { thaw } from '#test/server/integrity/thawed-vault.ts';
import { needsPostgres, needsRadosgw } from '#test/support/left-out.ts';
import { DOUBLE_KEYS, type S3Double, startS3Double } from '#test/support/s3-double.ts';
import { CLINIC_PASSPHRASE, foundClinic, serveFolder } from '#test/support/served-folder.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const opening = { passphrase: CLINIC_PASSPHRASE };
/** Tables that record the new epoch and the CA, which differ after a migration. */
const OF_THE_MOVE = new Set(['service_state', 'commit_links', 'audit_entries', 'authorities']);

let cluster: PostgresCluster;
let made = 0;

function makeDatabase(): string {
  made += 1;
  psql(cluster.url('postgres'), `CREATE DATABASE moved${made}`);
  return cluster.url(`moved${made}`);
}

function addressOf({ endpoint, accessKeyId, secretAccessKey }: Storage, folder: string): string {
  const keys = join(folder, 'keys');
  const lines = [`aws_access_key_id = ${accessKeyId}`, `aws_secret_access_key = ${secretAccessKey}`];
  writeFileSync(keys, `[default]\n${lines.join('\n')}\n`, { mode: 0o600 });
  return `s3://${BUCKET}/clinic?${new URLSearchParams({ endpoint, credentials: keys })}`;
}

async function startDouble(): Promise<S3Double> {
  const double = await startS3Double(BUCKET);
  onTestFinished(double.close);
  return double;
}

/** Creates a closed vault in a folder with a patient and files. */
async function clinicInFolder(files = 1) {
  const root = testTempDir();
  const stateDir = join(root, 'state');
  const at = { dataDir: join(root, 'vault'), stateDir };
  const { client, server } = await serveFolder(at);
  const group = await foundClinic(client);
  const record = { display_name: 'Anna Ek' };
  const { index } = await client.patients.create({ security_group_id: group, record });
  const nodes: string[] = [];
  for (let n = 0; n < files; n += 1)
    nodes.push((await client.drive(group).upload(Buffer.from(`letter ${n}`), { name: `${n}.txt` })).node_id);
  await client.close();
  await server.close();
  const move = (to: string, more: Partial<MigrateOptions> = {}, from = at.dataDir) =>
    migrateVault({ from, dataDir: join(root, to), stateDir, ...more });
  const serve = async (name: string) => {
    const served = await serveFolder({ dataDir: join(root, name), stateDir });
    await served.client.session.open(opening);
    return {
      ...served,
      async close() {
        await served.client.close();
        await served.server.close();
      },
    };
  };
  return { root, at, group, patient: index.document_id, nodes, move, serve };
}

function contentOf(tables: readonly TableDigest[]) {
  return tables.filter(({ table }) => !OF_THE_MOVE.has(table));
}

describe('moving a vault', needsPostgres(), () => {
  beforeAll(async () => {
    cluster = await startPostgres();
  });
  afterAll(() => cluster.stop());

  test.each(['0.1.0', '0.4.0'])(
    'of %s into PostgreSQL and a bucket and back keeps every row and file',
    async (version) => {
      const double = await startDouble();
      const frozen = thaw(version);
      const { root, stateDir, clock, opening: founder } = frozen;
      const before = await frozen.verify();
      const common = { stateDir, clock, opening: founder };
      const there = join(root, 'there');
      const blobs = addressOf({ ...DOUBLE_KEYS, endpoint: double.endpoint }, root);
      const file = readFileSync(join(frozen.dataDir, 'vault.sqlite'));
      const out = await migrateVault({
        ...common,
        from: frozen.dataDir,
        dataDir: there,
        store: makeDatabase(),
        blobs,
      });
      expect(out.findings).toEqual([]);
      expect(out.opened_versions).toBeGreaterThan(0);
      expect(readFileSync(join(frozen.dataDir, 'vault.sqlite')).equals(file)).toBe(true);
      expect(existsSync(join(there, 'vault.sqlite')) || existsSync(join(there, 'blobs'))).toBe(false);
      const inPostgres = await verifyFolder({ ...common, dataDir: there });
      expect(inPostgres).toMatchObject({ findings: [], checked: before.checked });

      const back = join(root, 'back');
      const home = await migrateVault({ ...common, from: there, dataDir: back });
      expect(contentOf(home.tables)).toEqual(contentOf(out.tables));
      expect(home.tables.find(({ table }) => table === 'authorities')?.rows).toBeGreaterThan(0);
      expect(home.epoch).toBe(out.epoch + 1);
      expect(home.files).toBe(out.files);
      expect(await verifyFolder({ ...common, dataDir: back })).toMatchObject({
        findings: [],
        checked: before.checked,
      });
      expect(readdirSync(back).sort()).toEqual(['blobs', 'lock.sqlite', 'pki', 'vault.sqlite']);
    },
  );

  test('is opened, read, searched and written at each place, and at one place only', async () => {
    const clinic = await clinicInFolder();
    const { root, at, group, patient, nodes, move, serve } = clinic;
    const double = await startDouble();
    const blobs = addressOf({ ...DOUBLE_KEYS, endpoint: double.endpoint }, root);
    expect(await move('there', { store: makeDatabase(), blobs, opening })).toMatchObject({
      ...{ findings: [], opened_versions: 1, files: 1 },
    });
    await expect(openVault(at)).rejects.toThrow(/was moved to .*there, its records in postgres:.*«migrated»/);
    await expect(move('again')).rejects.toThrow('was moved to');

    const there = await serve('there');
    expect((await there.client.patients.get(patient)).record).toMatchObject({ display_name: 'Anna Ek' });
    const record = { display_name: 'Bo Berg' };
    await there.client.patients.create({ security_group_id: group, record });
    const { node_id } = await there.client.drive(group).upload(Buffer.from('new'), { name: 'new.txt' });
    expect((await there.client.findings.check()).items).toEqual([]);
    expect(double.objects.size).toBe(2);
    const entries = await there.client.audit.list().toArray({ limit: 200 });
    expect(entries).toContainEqual(
      expect.objectContaining({ kind: 'vault_migrated', detail: 'postgres bucket' }),
    );
    await expect(move('back', {}, join(root, 'there'))).rejects.toThrow('already using');
    await there.close();

    expect(await move('back', {}, join(root, 'there'))).toMatchObject({ findings: [], files: 2 });
    await expect(openVault({ ...at, dataDir: join(root, 'there') })).rejects.toThrow('«vault_moved»');
    rmSync(join(root, 'there', 'migrated'));
    await expect(openVault({ ...at, dataDir: join(root, 'there') })).rejects.toThrow('vault_moved');
    double.fate = () => 'refused';
    const back = await serve('back');
    const hits = await back.client.patients.list({ q: 'berg' }).toArray({ limit: 5 });
    expect(hits).toHaveLength(1);
    for (const [id, text] of [
      [nodes[0], 'letter 0'],
      [node_id, 'new'],
    ] as const) {
      const bytes = await (await back.client.drive(group).download(id ?? '')).bytes();
      expect(String(Buffer.from(bytes))).toBe(text);
    }
    await back.client.patients.create({ security_group_id: group, record: { display_name: 'Cleo' } });
    expect((await back.client.findings.check()).items).toEqual([]);
    await back.close();

    // The first place again: older than this computer has seen, which is detected.
    rmSync(join(at.dataDir, 'migrated'));
    await expect(openVault(at)).rejects.toThrow('set back');
    await (await openVault({ ...at, acceptRollback: true })).close();
  });

  test('of records alone leaves the files in their bucket', async () => {
    const clinic = await clinicInFolder();
    const double = await startDouble();
    const blobs = addressOf({ ...DOUBLE_KEYS, endpoint: double.endpoint }, clinic.root);
    await clinic.move('bucket', { blobs });
    const objects = [...double.objects.keys()];
    const store = makeDatabase();
    const moved = await clinic.move(
      'both',
      { store, blobs: `${blobs}&cache=0` },
      join(clinic.root, 'bucket'),
    );
    expect(moved).toMatchObject({ files: 1, copied_bytes: 0 });
    expect([...double.objects.keys()]).toEqual(objects);
    const both = await clinic.serve('both');
    expect((await both.client.findings.check()).items).toEqual([]);
  });

  test('is refused, and changes nothing, where it would not be whole or not alone', async () => {
    const clinic = await clinicInFolder();
    const { root, at, move } = clinic;
    const target = join(root, 'there');
    const used = makeDatabase();
    psql(used, 'CREATE TABLE other (id int)');
    const double = await startDouble();
    const blobs = addressOf({ ...DOUBLE_KEYS, endpoint: double.endpoint }, root);
    const refused: readonly (readonly [string, Partial<MigrateOptions>, string])[] = [
      ['vault/inside', {}, 'folder of its own'],
      ['vault', {}, 'folder of its own'],
      ['.', {}, 'folder of its own'],
      ['there', { store: used }, 'not empty'],
      ['there', { store: cluster.url('nowhere') }, 'refused the login'],
      ['there', { blobs: blobs.replace(BUCKET, 'another-bucket') }, 'NoSuchBucket'],
      ['there', { opening: { passphrase: 'not this one' } }, 'did not open'],
      ['there', { store: 'mysql://vault@127.0.0.1/x' }, 'Write --store as'],
    ];
    for (const [to, more, told] of refused) await expect(move(to, more), told).rejects.toThrow(told);
    expect(existsSync(target)).toBe(false);
    mkdirSync(target);
    writeFileSync(join(target, 'notes.txt'), 'mine');
    await expect(move('there')).rejects.toMatchObject({ code: 'already_initialized' });
    expect(readdirSync(target)).toEqual(['notes.txt']);

    // A bucket with files of this vault, as after an abandoned migration.
    await move('bucket', { blobs });
    rmSync(join(at.dataDir, 'migrated'));
    await expect(move('other', { blobs })).rejects.toThrow('another prefix');

    const served = await clinic.serve('bucket');
    await expect(move('other', {}, join(root, 'bucket'))).rejects.toThrow('already using');
    await served.close();
    expect(existsSync(join(root, 'other'))).toBe(false);
    expect(existsSync(join(at.dataDir, 'migrated'))).toBe(false);
  });

  test('out of a database another folder serves is refused', async () => {
    const { root, at, move, serve } = await clinicInFolder();
    const store = makeDatabase();
    await move('there', { store });
    const other = join(root, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'store'), `${store}\n`);
    const served = await serve('there');
    await expect(move('back', {}, other)).rejects.toThrow('already serving');
    await served.close();
    expect(existsSync(join(root, 'back'))).toBe(false);
    expect(existsSync(join(at.dataDir, 'migrated'))).toBe(true);
  });

  describe.each(['files', 'rows'] as const)('killed among the %s', (where) => {
    test.each(['there', 'back'])('is repeated and then whole: %s', async (way) => {
      const clinic = await clinicInFolder(6);
      const { root, at, group, nodes, serve } = clinic;
      const double = await startDouble();
      const blobs = addressOf({ ...DOUBLE_KEYS, endpoint: double.endpoint }, root);
      const away = { store: makeDatabase(), blobs };
      if (way === 'back') await clinic.move('between', away);
      const from = way === 'back' ? join(root, 'between') : at.dataDir;
      const options = {
        from,
        dataDir: join(root, 'target'),
        stateDir: at.stateDir,
        ...(way === 'back' ? {} : away),
      };
      // Run in a child process that is killed halfway.
      const script = `import { migrateVault } from ${JSON.stringify(join(ROOT, 'server/integrity/migrate/migrate-vault.ts'))};
        const die = (count) => { if (count >= 3) process.kill(process.pid, 'SIGKILL'); };
        await migrateVault({ ...${JSON.stringify(options)}, on${where === 'files' ? 'Files' : 'Rows'}: die });`;
      const file = join(root, 'moves-and-dies.mjs');
      writeFileSync(file, script);
      const child = spawn(process.execPath, [file], { cwd: ROOT });
      const [[, signal], told] = await Promise.all([once(child, 'close'), text(child.stderr)]);
      expect([signal, told]).toEqual(['SIGKILL', '']);

      await expect(openVault({ ...at, dataDir: options.dataDir })).rejects.toThrow(
        'A migration here was interrupted',
      );
      expect(existsSync(join(from, 'migrated'))).toBe(false);
      await expect(migrateVault({ ...options, blobs: undefined, store: makeDatabase() })).rejects.toThrow(
        'Another move',
      );
      const moved = await migrateVault({ ...options, opening });
      expect(moved).toMatchObject({ findings: [], files: 6, opened_versions: 1 });
      // Files already copied are not copied again.
      expect(moved.copied_bytes).toBeLessThan(moved.bytes);
      const there = await serve('target');
      for (const [n, id] of nodes.entries()) {
        const bytes = await (await there.client.drive(group).download(id)).bytes();
        expect(String(Buffer.from(bytes))).toBe(`letter ${n}`);
      }
      expect((await there.client.findings.check()).items).toEqual([]);
    });
  });

  test('that ends just before the old place is marked is finished when it is repeated', async () => {
    const { root, at, move, serve } = await clinicInFolder();
    const store = makeDatabase();
    // Block the file that the marker is written to.
    mkdirSync(join(at.dataDir, 'migrated.new'));
    await expect(move('there', { store })).rejects.toThrow();
    await expect(openVault({ ...at, dataDir: join(root, 'there') })).rejects.toThrow(
      'A migration here was interrupted',
    );
    rmSync(join(at.dataDir, 'migrated.new'), { recursive: true });
    // The old place remains the vault until it is marked.
    const old = await serve('vault');
    await old.close();
    await move('there', { store });
    await (await serve('there')).close();
    await expect(openVault(at)).rejects.toThrow('was moved');
  });

  test('that wrote something else than it read keeps nothing of it', async () => {
    const { root, at, move } = await clinicInFolder(2);
    const double = await startDouble();
    const blobs = addressOf({ ...DOUBLE_KEYS, endpoint: double.endpoint }, root);
    const stop = new AbortController();
    await expect(
      move('there', { blobs, signal: stop.signal, onFiles: (done) => done === 2 && stop.abort() }),
    ).rejects.toThrow();
    for (const [key, object] of double.objects)
      double.objects.set(key, { ...object, bytes: Buffer.from(object.bytes.map((byte) => byte ^ 1)) });
    const moved = await move('there', { blobs, opening });
    expect(moved).toMatchObject({ findings: [], files: 2, copied_bytes: moved.bytes });
    expect(await verifyFolder({ ...at, dataDir: join(root, 'there'), opening })).toMatchObject({
      findings: [],
    });
  });

  test('with a file that is missing takes the rest along and names it', async () => {
    const { at, root, nodes, move } = await clinicInFolder(2);
    const [gone = ''] = nodes;
    rmSync(join(at.dataDir, 'blobs', gone.slice(-2), gone));
    const moved = await move('there', { store: makeDatabase() });
    expect(moved).toMatchObject({ files: 1, findings: [{ code: 'blob_missing', id: gone }] });
    expect(dirname(moved.data_dir)).toBe(root);
  });
});

describe("moving a vault's files into Ceph's gateway", needsRadosgw(), () => {
  test('and back keeps each', async () => {
    const storage = await startRadosgw();
    onTestFinished(storage.stop);
    await makeBucket(storage);
    const { root, at, move, serve } = await clinicInFolder(3);
    const blobs = addressOf(storage, root);
    expect(await move('there', { blobs, opening })).toMatchObject({ findings: [], files: 3 });
    expect(await move('back', { opening }, join(root, 'there'))).toMatchObject({ findings: [], files: 3 });
    const back = await serve('back');
    expect((await back.client.findings.check()).items).toEqual([]);
    expect(existsSync(join(at.dataDir, 'migrated'))).toBe(true);
  });
});
