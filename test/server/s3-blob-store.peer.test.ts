/** Tests a vault with its blobs in a bucket, over its sockets. */
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { PART_SIZE_BYTES } from '#contract/limits.ts';
import { randomBytes } from '#crypto/random.ts';
import { startRadosgw } from '#scripts/s3/radosgw.ts';
import type { VaultClient } from '#sdk/client.ts';
import { openVault } from '#server/app/open-vault.ts';
import type { StartServerOptions } from '#server/app/start-server.ts';
import { backupFolder, restoreFolder } from '#server/integrity/backup/backup-folder.ts';
import { examineFolder } from '#server/integrity/doctor/examine-folder.ts';
import { verifyFolder } from '#server/integrity/verify/verify-folder.ts';
import { needsRadosgw } from '#test/support/left-out.ts';
import { DOUBLE_KEYS, type S3Double, startS3Double } from '#test/support/s3-double.ts';
import { CLINIC_PASSPHRASE, foundClinic, serveFolder } from '#test/support/served-folder.ts';
import { testTempDir } from '#test/support/temp-dir.ts';
import { BUCKET, makeBucket, type Storage } from './drives/bucket/bucket-fixture.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const ONCE = { maxRetries: 0 };
const AWAY = {
  status: 502,
  code: 'protocol_error',
  message: expect.stringContaining('cannot reach the storage of its files'),
};

function place({ endpoint, accessKeyId, secretAccessKey }: Storage) {
  const root = testTempDir();
  const keys = join(root, 'keys');
  const lines = [`aws_access_key_id = ${accessKeyId}`, `aws_secret_access_key = ${secretAccessKey}`];
  writeFileSync(keys, `[other]\naws_access_key_id = x\n\n[default]\n${lines.join('\n')}\n`, { mode: 0o600 });
  const query = new URLSearchParams({ endpoint, credentials: keys });
  const at = { dataDir: join(root, 'vault'), stateDir: join(root, 'state') };
  return { at, keys, blobs: `s3://${BUCKET}/clinic?${query}` };
}

const serve = (at: ReturnType<typeof place>['at'], more: Partial<StartServerOptions> = {}) =>
  serveFolder(at, { logLevel: 'silent', ...more });

async function contentOf(client: VaultClient, group: string, id: string, options = {}): Promise<Buffer> {
  return Buffer.from(await (await client.drive(group).download(id, options)).bytes());
}

describe('a vault with its files in a bucket', () => {
  let double: S3Double;
  beforeEach(async () => {
    double = await startS3Double(BUCKET);
    onTestFinished(double.close);
  });
  const storage = () => ({ ...DOUBLE_KEYS, endpoint: double.endpoint });

  test('keeps none of them in its folder, and finds them again by its folder alone', async () => {
    const { at, blobs } = place(storage());
    const logged: string[] = [];
    const log = { logLevel: 'warn' as const, writeLog: (line: string) => void logged.push(line) };
    const first = await serve(at, { blobs, ...log });
    const group = await foundClinic(first.client);
    const long = Buffer.concat([Buffer.from('Zilpzalp Canary'), randomBytes(17 * 1024 ** 2)]);
    const small = await first.client
      .drive(group)
      .upload(Buffer.from('Zilpzalp Canary'), { name: 'zilp.txt' });
    const large = await first.client.drive(group).upload(long, { name: 'zalp.bin', verify: true });
    await first.client.close();
    await first.server.close();
    expect(existsSync(join(at.dataDir, 'blobs'))).toBe(false);
    for (const [name, { bytes }] of double.objects) {
      expect(name).toMatch(/^clinic\/[0-9a-f-]{36}\/[0-9a-f]{2}\/[0-9a-f-]{36}$/);
      expect(bytes.includes('Zilpzalp')).toBe(false);
    }

    const { client } = await serve(at);
    await client.session.open({ passphrase: CLINIC_PASSPHRASE });
    expect(String(await contentOf(client, group, small.node_id))).toBe('Zilpzalp Canary');
    expect((await contentOf(client, group, large.node_id)).equals(long)).toBe(true);
    const range = await contentOf(client, group, large.node_id, {
      range: { start: 9_000_000, end: 9_000_009 },
    });
    expect(range.length).toBeGreaterThan(0);
    expect((await client.findings.check()).items).toEqual([]);
    for (const { node_id } of [small, large]) {
      await client.drive(group).delete(node_id);
      await client.drive(group).purge(node_id);
    }
    expect(double.objects.size).toBe(0);
    expect(logged).toEqual([]);
  });

  test('goes on without it: records and starts need none, files answer that it is away, and nothing is lost', async () => {
    const { at, blobs } = place(storage());
    const first = await serve(at, { blobs });
    const group = await foundClinic(first.client);
    const { node_id } = await first.client
      .drive(group)
      .upload(Buffer.from('a letter'), { name: 'letter.txt' });
    await first.client.close();
    await first.server.close();

    double.fate = () => 'refused';
    // Delete the local block cache, which would answer.
    for (const name of readdirSync(join(at.dataDir, 'block-cache')))
      writeFileSync(join(at.dataDir, 'block-cache', name), '');
    const { client } = await serve(at);
    await client.session.open({ passphrase: CLINIC_PASSPHRASE });
    await client.patients.create({ security_group_id: group, record: { display_name: 'Anna Ek' } });
    const drive = client.drive(group);
    await expect(drive.download(node_id, ONCE)).rejects.toMatchObject(AWAY);
    await expect(drive.upload(Buffer.from('x'), { name: 'x.txt', ...ONCE })).rejects.toMatchObject(AWAY);
    await drive.delete(node_id);
    await drive.restore(node_id);
    await expect(client.findings.check()).rejects.toMatchObject(AWAY);
    double.fate = () => 'served';
    expect(String(await contentOf(client, group, node_id))).toBe('a letter');
    expect((await client.findings.check()).items).toEqual([]);
    const names = await drive.list().toArray({ limit: 5 });
    expect(names.map(({ name }) => name)).toEqual(['letter.txt']);
  });

  test('a transfer that the storage breaks off goes on where it was', async () => {
    const { at, blobs } = place(storage());
    const { client } = await serve(at, { blobs });
    const group = await foundClinic(client);
    const content = randomBytes(3 * PART_SIZE_BYTES - 5);
    const { resumable } = client.drive(group);
    const { node_id } = await resumable.start({ name: 'long.bin', size: content.length });
    const put = (n: number) =>
      resumable.putPart(node_id, n, content.subarray((n - 1) * PART_SIZE_BYTES, n * PART_SIZE_BYTES), ONCE);
    await put(1);
    double.fate = (method) => (method === 'PUT' ? 'refused' : 'served');
    await expect(put(2)).rejects.toMatchObject(AWAY);
    await expect(put(1)).rejects.toMatchObject(AWAY);
    double.fate = () => 'refused';
    await expect(resumable.complete(node_id, ONCE)).rejects.toMatchObject({ code: 'upload_incomplete' });
    double.fate = () => 'served';
    expect((await resumable.parts(node_id)).items.map(({ n }) => n)).toEqual([1]);
    await put(2);
    await put(3);
    double.fate = () => 'refused';
    await rm(join(at.dataDir, 'block-cache'), { recursive: true });
    await expect(resumable.complete(node_id, ONCE)).rejects.toMatchObject(AWAY);
    double.fate = () => 'served';
    await resumable.complete(node_id);
    expect((await contentOf(client, group, node_id)).equals(content)).toBe(true);
    expect(double.objects.size).toBe(3);
  });

  test('what no row knows stays until an owner’s word, and a changed object is named', async () => {
    const { at, blobs } = place(storage());
    const { client, server } = await serve(at, { blobs });
    const group = await foundClinic(client);
    const drive = client.drive(group);
    const kept = await drive.upload(Buffer.from('kept'), { name: 'kept.txt' });
    const gone = await drive.upload(Buffer.from('gone'), { name: 'gone.txt' });
    const [name = '', object] = [...double.objects].find(([key]) => key.endsWith(gone.node_id)) ?? [];
    await drive.delete(gone.node_id);
    await drive.purge(gone.node_id);
    if (object) double.objects.set(name, { ...object, changedMs: Date.now() - 3 * DAY_MS });
    const { items } = await client.findings.check();
    expect(items).toMatchObject([{ code: 'quarantined', id: gone.node_id, decisions: ['keep', 'remove'] }]);
    const word = {
      code: 'quarantined',
      id: gone.node_id,
      decision: 'remove',
      confirm: gone.node_id,
    } as const;
    expect((await client.findings.decide(word)).items).toEqual([]);
    expect(double.objects.has(name)).toBe(false);

    const [key = '', whole] = [...double.objects].find(([of]) => of.endsWith(kept.node_id)) ?? [];
    const changed = Buffer.from(whole?.bytes ?? []);
    changed[60] = (changed[60] ?? 0) ^ 1;
    await client.close();
    await server.close();
    const verify = () => verifyFolder({ ...at, opening: { passphrase: CLINIC_PASSPHRASE } });
    expect((await verify()).findings).toEqual([]);
    double.objects.set(key, { bytes: changed, changedMs: Date.now() });
    expect((await verify()).findings).toMatchObject([{ code: 'blob_damaged', id: kept.node_id }]);
    double.objects.delete(key);
    expect((await verify()).findings).toMatchObject([{ code: 'blob_missing', id: kept.node_id }]);
    double.fate = () => 'refused';
    await expect(verify()).rejects.toMatchObject({ code: 'protocol_error' });
  });

  test('its keys, region and endpoint may stand in the usual variables', async () => {
    const { at } = place(storage());
    vi.stubEnv('AWS_ACCESS_KEY_ID', DOUBLE_KEYS.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', DOUBLE_KEYS.secretAccessKey);
    vi.stubEnv('AWS_REGION', 'us-east-1');
    vi.stubEnv('AWS_ENDPOINT_URL', double.endpoint);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { client } = await serve(at, { blobs: `s3://${BUCKET}/clinic` });
    const group = await foundClinic(client);
    const { node_id } = await client.drive(group).upload(Buffer.from('a letter'), { name: 'letter.txt' });
    expect([...double.objects.keys()]).toEqual([expect.stringContaining(node_id)]);
    expect(readFileSync(join(at.dataDir, 'files'), 'utf8')).toBe(`s3://${BUCKET}/clinic\n`);
  });

  test('an address or a bucket that does not serve is refused, in words without keys, and nothing is remembered', async () => {
    const { at, keys, blobs } = place(storage());
    const open = (address: string) => openVault({ ...at, blobs: address });
    for (const [address, told] of [
      ['https://x/y', 'Write --blobs as'],
      ['s3://KEY:SECRET@bucket/x', 'Put the key into a file'],
      [`s3://${BUCKET}?endpoint=http://storage.clinic:9000&credentials=${keys}`, 'https://'],
      [`${blobs}&secret=x`, 'accepts only endpoint'],
      [`${blobs}&cache=much`, 'cache'],
      [`s3://${BUCKET}?credentials=keys`, 'full path'],
      [`s3://${BUCKET}?credentials=${join(at.dataDir, 'none')}`, 'was not found'],
      [`${blobs}&profile=other`, 'aws_secret_access_key'],
      [blobs.replace(BUCKET, 'another-bucket'), 'NoSuchBucket'],
    ] as const) {
      const failure = await open(address).catch((error: unknown) => error);
      expect(String(failure)).toContain(told);
      expect(String(failure)).not.toContain('SECRET');
    }
    chmodSync(keys, 0o644);
    await expect(open(blobs)).rejects.toThrow('chmod 600');
    chmodSync(keys, 0o600);
    expect(existsSync(join(at.dataDir, 'files'))).toBe(false);
    expect(double.objects.size).toBe(0);
  });

  test('a folder with files of its own is refused, and so is a bucket without those of the vault', async () => {
    const { at, blobs } = place(storage());
    const own = await serve(at);
    const group = await foundClinic(own.client);
    await own.client.drive(group).upload(Buffer.from('here'), { name: 'here.txt' });
    await own.client.close();
    await own.server.close();
    await expect(openVault({ ...at, blobs })).rejects.toThrow('already has sealed files');

    const other = place(storage());
    const first = await serve(other.at, { blobs: other.blobs });
    const elsewhere = await foundClinic(first.client);
    await first.client.drive(elsewhere).upload(Buffer.from('there'), { name: 'there.txt' });
    await first.client.close();
    await first.server.close();
    const moved = other.blobs.replace('/clinic?', '/elsewhere?');
    await expect(openVault({ ...other.at, blobs: moved })).rejects.toThrow('not where --blobs says');
    expect(readFileSync(join(other.at.dataDir, 'files'), 'utf8')).toBe(`${other.blobs}\n`);
  });

  test('a backup is an ordinary folder, restored with its files in itself', async () => {
    const { at, blobs } = place(storage());
    const { client, server } = await serve(at, { blobs });
    const group = await foundClinic(client);
    const content = randomBytes(9 * 1024 ** 2);
    const { node_id } = await client.drive(group).upload(content, { name: 'large.bin' });
    const target = join(at.stateDir, '..', 'backups');
    await client.backups.patch({ target });
    await client.backups.start();
    await expect.poll(async () => (await client.backups.get()).last?.ok).toBe(true);
    expect((await client.backups.get()).last).toMatchObject({ failure: null });
    await client.close();
    await server.close();

    const { findings, checks } = examineFolder({ ...at, nowMs: Date.now() });
    expect(findings).toEqual([]);
    expect(checks.find(({ name }) => name === 'files')?.what).toContain('in a bucket');
    const restored = { ...at, dataDir: join(at.stateDir, '..', 'restored') };
    const opening = { passphrase: CLINIC_PASSPHRASE };
    expect(await restoreFolder({ ...restored, from: target, opening })).toMatchObject({
      findings: [],
      restored: true,
    });
    double.fate = () => 'refused';
    const again = await serve(restored);
    await again.client.session.open(opening);
    expect((await contentOf(again.client, group, node_id)).equals(content)).toBe(true);
  });

  test('a backup while the storage is away fails, and leaves nothing behind', async () => {
    const { at, blobs } = place(storage());
    const { client, server } = await serve(at, { blobs });
    const group = await foundClinic(client);
    await client.drive(group).upload(Buffer.from('a letter'), { name: 'letter.txt' });
    await client.close();
    await server.close();
    const target = join(at.stateDir, '..', 'backups');
    double.fate = () => 'refused';
    const opening = { passphrase: CLINIC_PASSPHRASE };
    await expect(backupFolder({ ...at, target, opening })).rejects.toMatchObject({ code: 'protocol_error' });
    expect(readdirSync(target)).toEqual([]);
  });
});

describe("a vault with its files in Ceph's gateway", needsRadosgw(), () => {
  let storage: Storage & { readonly stop: () => void };
  beforeAll(async () => {
    storage = await startRadosgw();
    await makeBucket(storage);
  });
  afterAll(() => storage?.stop());

  test('uploads, reads ranges, opens again, purges', async () => {
    const { at, blobs } = place(storage);
    const first = await serve(at, { blobs: `${blobs}&cache=0` });
    const group = await foundClinic(first.client);
    const content = randomBytes(40 * 1024 ** 2);
    const { node_id } = await first.client.drive(group).upload(content, { name: 'large.bin', verify: true });
    await first.client.close();
    await first.server.close();
    const { client } = await serve(at);
    await client.session.open({ passphrase: CLINIC_PASSPHRASE });
    expect((await contentOf(client, group, node_id)).equals(content)).toBe(true);
    expect((await client.findings.check()).items).toEqual([]);
    await client.drive(group).delete(node_id);
    await client.drive(group).purge(node_id);
    await expect(client.drive(group).download(node_id, ONCE)).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
