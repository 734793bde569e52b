/** Tests a vault on PostgreSQL over its sockets and its command line. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type PostgresCluster, psql, startPostgres } from '#scripts/postgres/cluster.ts';
import { startRelay } from '#scripts/postgres/tcp-relay.ts';
import { openVault } from '#server/app/open-vault.ts';
import { examineFolder } from '#server/integrity/doctor/examine-folder.ts';
import { examineVault } from '#server/integrity/doctor/examine-vault.ts';
import { openFolderForReading } from '#server/integrity/open-vault-read-only.ts';
import { srvault } from '#test/cli/run-srvault.ts';
import { needsPostgres } from '#test/support/left-out.ts';
import { DOUBLE_KEYS, startS3Double } from '#test/support/s3-double.ts';
import { CLINIC_PASSPHRASE, foundClinic, serveFolder } from '#test/support/served-folder.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

let cluster: PostgresCluster;
let made = 0;

function makeDatabase(port = cluster.port): string {
  made += 1;
  psql(cluster.url('postgres'), `CREATE DATABASE vault${made}`);
  return cluster.url(`vault${made}`).replace(`:${cluster.port}/`, `:${port}/`);
}

function place() {
  const root = testTempDir();
  return { dataDir: join(root, 'vault'), stateDir: join(root, 'state') };
}

const serve = (at: ReturnType<typeof place>, store?: string, blobs?: string) =>
  serveFolder(at, { store, blobs });

describe('a vault on PostgreSQL', needsPostgres(), () => {
  beforeAll(async () => {
    cluster = await startPostgres();
  });
  afterAll(() => cluster.stop());

  test('is made, written, searched and opened again by its folder alone', async () => {
    const at = place();
    const first = await serve(at, makeDatabase());
    const group = await foundClinic(first.client);
    const { index } = await first.client.patients.create({
      security_group_id: group,
      record: { display_name: 'Anna Ek' },
    });
    const drive = first.client.drive(group);
    const { node_id } = await drive.upload(Buffer.from('a letter'), { name: 'letter.txt' });
    await first.client.patients.update(index.document_id, {
      record: { display_name: 'Anna Ekström' },
      expected_latest_version_id: null,
    });
    await first.client.close();
    await first.server.close();
    expect(existsSync(join(at.dataDir, 'vault.sqlite'))).toBe(false);

    const { client } = await serve(at);
    await client.session.open({ passphrase: CLINIC_PASSPHRASE });
    const hits = await client.patients.list({ q: 'ekstr' }).toArray({ limit: 5 });
    expect(hits.map(({ index: hit }) => hit.document_id)).toEqual([index.document_id]);
    const view = await client.patients.get(index.document_id);
    expect(view.record).toMatchObject({ display_name: 'Anna Ekström' });
    expect(Buffer.from(await (await client.drive(group).download(node_id)).bytes()).toString()).toBe(
      'a letter',
    );
    const versions = await client.patients.versions(index.document_id).toArray({ limit: 5 });
    expect(versions).toHaveLength(2);
    const health = await client.findings.list();
    expect(health.items).toEqual([]);
  });

  test('with its files in a bucket, its folder holds neither; both are found again by it', async () => {
    const double = await startS3Double('vault-files');
    onTestFinished(double.close);
    const at = place();
    const keys = join(at.stateDir, '..', 'keys');
    const { accessKeyId, secretAccessKey } = DOUBLE_KEYS;
    const pairs = [`aws_access_key_id = ${accessKeyId}`, `aws_secret_access_key = ${secretAccessKey}`];
    writeFileSync(keys, `[default]\n${pairs.join('\n')}\n`, { mode: 0o600 });
    const query = new URLSearchParams({ endpoint: double.endpoint, credentials: keys });
    const first = await serve(at, makeDatabase(), `s3://vault-files?${query}`);
    const group = await foundClinic(first.client);
    const drive = first.client.drive(group);
    const { node_id } = await drive.upload(Buffer.from('a letter'), { name: 'letter.txt' });
    await first.client.close();
    await first.server.close();
    for (const name of ['vault.sqlite', 'blobs']) expect(existsSync(join(at.dataDir, name))).toBe(false);
    expect([...double.objects.keys()]).toEqual([expect.stringContaining(node_id)]);
    const { client } = await serve(at);
    await client.session.open({ passphrase: CLINIC_PASSPHRASE });
    const read = await (await client.drive(group).download(node_id)).bytes();
    expect(String(Buffer.from(read))).toBe('a letter');
    expect((await client.findings.check()).items).toEqual([]);
  });

  test('holds nothing clinical in clear on the disk of the database', async () => {
    const { client } = await serve(place(), makeDatabase());
    const group = await foundClinic(client);
    await client.patients.create({ security_group_id: group, record: { display_name: 'Zilpzalp Canary' } });
    await client.session.lock();
    const data = join(cluster.folder, 'data');
    const search = () => execFileSync('grep', ['-rlaE', 'Zilpzalp|zilpzalp', data]).toString();
    // `grep` exits with 1 without a match.
    expect(search).toThrow(expect.objectContaining({ status: 1 }));
  });

  test('answers that its database is away at once and without words of it, and goes on by itself', async () => {
    const relay = await startRelay(cluster.port);
    onTestFinished(relay.end);
    const { client } = await serve(place(), makeDatabase(relay.port));
    const group = await foundClinic(client);
    const record = { display_name: 'Anna Ek' };
    const { index } = await client.patients.create({ security_group_id: group, record });
    relay.refuse();
    const refused = {
      status: 502,
      code: 'protocol_error',
      message: expect.stringContaining('cannot reach its database'),
    };
    const once = { maxRetries: 0 };
    await expect(client.patients.get(index.document_id, {}, once)).rejects.toMatchObject(refused);
    await expect(client.patients.create({ security_group_id: group, record }, once)).rejects.toMatchObject(
      refused,
    );
    relay.thaw();
    await expect
      .poll(() => client.patients.get(index.document_id, {}, once).catch(() => undefined), {
        timeout: 240_000,
      })
      .toMatchObject({ record });
    await client.patients.create({ security_group_id: group, record });
  });

  test('one that answers nobody any more is given up in time, for all who wait together, and comes back', async () => {
    const relay = await startRelay(cluster.port);
    onTestFinished(relay.end);
    const { client } = await serve(place(), makeDatabase(relay.port));
    const group = await foundClinic(client);
    const record = { display_name: 'Anna Ek' };
    const { index } = await client.patients.create({ security_group_id: group, record });
    relay.freeze();
    const once = { maxRetries: 0 };
    const asked = await Promise.allSettled([
      client.patients.get(index.document_id, {}, once),
      client.patients.create({ security_group_id: group, record }, once),
      client.patients.update(index.document_id, { record, expected_latest_version_id: null }, once),
    ]);
    for (const answer of asked)
      expect(answer).toMatchObject({
        status: 'rejected',
        reason: { status: 502, code: 'protocol_error' },
      });
    relay.thaw();
    await expect
      .poll(() => client.patients.get(index.document_id, {}, once).catch(() => undefined), {
        timeout: 240_000,
      })
      .toMatchObject({ record });
    await client.patients.create({ security_group_id: group, record });
  });

  test('a folder and a store that do not belong together are refused, and nothing is changed', async () => {
    const own = place();
    await (await openVault(own)).close();
    const store = makeDatabase();
    await expect(openVault({ ...own, store })).rejects.toThrow('a folder of its own');
    const at = place();
    await expect(openVault({ ...at, store: 'mysql://x/y' })).rejects.toThrow('Write --store as');
    expect(existsSync(join(at.dataDir, 'store'))).toBe(false);
  });

  test('an address may hold the password; commands may name it again, with or without', async () => {
    const at = place();
    const store = makeDatabase();
    const env = { SRVAULT_STATE_DIR: at.stateDir, SRVAULT_PASSPHRASE: CLINIC_PASSPHRASE };
    const withPassword = store.replace('@', ':not-asked-for@');
    const init = ['init', '--workspace', 'Clinic', '--owner', 'Dr. Ada', '--store', withPassword];
    const run = (...args: string[]) => srvault([...args, '--data', at.dataDir, '--json'], { env });
    const made = await run(...init);
    expect(made).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('sees the password') });
    expect(readFileSync(join(at.dataDir, 'store'), 'utf8')).toBe(`${withPassword}\n`);
    expect(statSync(join(at.dataDir, 'store')).mode & 0o077).toBe(0);
    expect((await run('doctor', '--store', store)).exitCode).toBe(0);
    expect((await run('credential', 'list', '--store', withPassword)).exitCode).toBe(0);
    const elsewhere = await run('credential', 'list', '--store', makeDatabase());
    expect(elsewhere).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('another database') });
    for (const { stdout, stderr } of [made, elsewhere])
      expect(stdout + stderr).not.toContain('not-asked-for');
  });

  test('the doctor, who asks no database, says where the records are', async () => {
    const at = place();
    const { client } = await serve(at, makeDatabase());
    await foundClinic(client);
    expect(() => openFolderForReading(at.dataDir)).toThrow('PostgreSQL');
    const { findings, checks } = examineFolder({ ...at, nowMs: Date.now() });
    expect(findings).toEqual([]);
    expect(checks.find(({ name }) => name === 'database')?.what).toContain('PostgreSQL');
  });

  test('srvault doctor asks whether the database and the place of the files answer, and no more', async () => {
    const at = place();
    const { client } = await serve(at, makeDatabase());
    await foundClinic(client);
    const placesOf = async () => {
      const { findings, checks } = await examineVault({ ...at, nowMs: Date.now() });
      const told = checks.filter(({ name }) => name === 'places').map(({ what }) => what);
      return { told, codes: findings.map(({ code }) => code) };
    };
    expect(await placesOf()).toEqual({ told: ['the database answers'], codes: [] });
    const files = join(at.stateDir, '..', 'shared');
    writeFileSync(join(at.dataDir, 'files'), `${files}\n`);
    expect(await placesOf()).toEqual({
      told: ['the database answers', 'a shared folder does not answer'],
      codes: ['files_away'],
    });
    const storeFile = join(at.dataDir, 'store');
    const store = readFileSync(storeFile, 'utf8');
    writeFileSync(storeFile, 'postgres://vault@127.0.0.1:1/vault\n');
    expect(await placesOf()).toEqual({ told: ['the database does not answer'], codes: ['database_away'] });
    writeFileSync(storeFile, store);
    rmSync(join(at.dataDir, 'files'));
  });

  test('srvault migrate goes from a folder to an address and back, where every folder of it is lost', async () => {
    const at = place();
    const root = join(at.stateDir, '..');
    const [node, back] = [join(root, 'node'), join(root, 'back')];
    const env = { SRVAULT_STATE_DIR: at.stateDir, SRVAULT_PASSPHRASE: CLINIC_PASSPHRASE };
    const run = (...args: string[]) => srvault([...args, '--json'], { env });
    const first = await serve(at);
    const group = await foundClinic(first.client);
    const record = { display_name: 'Anna Ek' };
    const { index } = await first.client.patients.create({ security_group_id: group, record });
    await first.client.close();
    await first.server.close();
    const store = makeDatabase();
    expect(await run('migrate', '--from', at.dataDir, '--to', store, '--data', node)).toMatchObject({
      exitCode: 0,
    });
    rmSync(node, { recursive: true });
    const wrong = { env: { ...env, SRVAULT_PASSPHRASE: 'none of them all here' } };
    mkdirSync(join(root, '.back.from'));
    expect((await srvault(['migrate', '--from', store, '--to', back], wrong)).exitCode).toBe(2);
    rmSync(join(root, '.back.from'), { recursive: true });
    const refused = await srvault(['migrate', '--from', store, '--to', back], wrong);
    expect(refused.exitCode).toBe(3);
    expect(readdirSync(root)).not.toContain('.back.from');
    const moved = await run('migrate', '--from', store, '--to', back);
    expect(moved).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('vault_moved') });
    expect(readdirSync(root)).not.toContain('.back.from');
    expect((await run('migrate', '--from', store, '--to', join(root, 'again'))).exitCode).toBe(10);
    const { client } = await serve({ ...at, dataDir: back });
    await client.session.open({ passphrase: CLINIC_PASSPHRASE });
    expect((await client.patients.get(index.document_id)).record).toMatchObject(record);
  });
});
