/** Tests failing S3 storage, simulated by the double. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { randomBytes } from '#crypto/random.ts';
import { BLOCK_BYTES } from '#server/drives/bucket/bucket-reader.ts';
import { UPLOAD_PART_BYTES } from '#server/drives/bucket/bucket-upload.ts';
import { newId } from '#test/support/ids.ts';
import { DOUBLE_KEYS, type Fate, type S3Double, startS3Double } from '#test/support/s3-double.ts';
import { BUCKET, openTestBucket } from './bucket-fixture.ts';

let double: S3Double;
beforeEach(async () => {
  double = await startS3Double(BUCKET);
  onTestFinished(double.close);
});

const open = (more = {}) => openTestBucket({ ...DOUBLE_KEYS, endpoint: double.endpoint }, more);
type Blobs = Awaited<ReturnType<typeof open>>['blobs'];

async function store(blobs: Blobs, bytes: Uint8Array): Promise<string> {
  const id = newId();
  const file = await blobs.create(id);
  await file.write(bytes);
  await file.finish();
  return id;
}

async function read(blobs: Blobs, id: string): Promise<Buffer> {
  const reader = await blobs.open(id);
  const into = Buffer.alloc(reader.size);
  for (let at = 0; at < into.length; ) at += await reader.read(into.subarray(at), at);
  return into;
}

/** Fails the first request matching `is` in this way; all others succeed. */
function once(fate: Fate, is: (method: string, path: string) => boolean): void {
  let isOver = false;
  double.fate = (method, path) => {
    if (isOver || !is(method, path)) return 'served';
    isOver = true;
    return fate;
  };
}

describe('a storage that fails for a moment', () => {
  test.each(['refused', 'lost', 'busy'] as const)('is asked again: %s', async (fate) => {
    const { blobs } = await open();
    const short = randomBytes(1_000);
    const long = randomBytes(2 * UPLOAD_PART_BYTES + 5);
    once(fate, (method) => method === 'PUT');
    const shortId = await store(blobs, short);
    once(fate, (method, path) => method === 'PUT' && path.includes('partNumber=2'));
    const longId = await store(blobs, long);
    once(fate, (method) => method === 'GET');
    expect((await read(blobs, shortId)).equals(short)).toBe(true);
    expect((await read(blobs, longId)).equals(long)).toBe(true);
    expect(double.uploads.size).toBe(0);
  });

  test('a completed upload whose answer was lost is found complete', async () => {
    const { blobs } = await open();
    const bytes = randomBytes(UPLOAD_PART_BYTES + 5);
    once('lost', (method, path) => method === 'POST' && path.includes('uploadId'));
    expect((await read(blobs, await store(blobs, bytes))).equals(bytes)).toBe(true);
  });

  test('an answer that ends in its middle is asked for again', async () => {
    const { blobs } = await open();
    const bytes = randomBytes(500_000);
    const id = await store(blobs, bytes);
    once('broken', (method) => method === 'GET');
    expect((await read(blobs, id)).equals(bytes)).toBe(true);
  });
});

describe('a storage that is away', () => {
  const AWAY = { code: 'protocol_error', headers: { 'retry-after': '1' } };

  test('refuses what needs it in a code of its own, and discarding what it has of it throws nothing', async () => {
    const { blobs, failures } = await open();
    const id = await store(blobs, randomBytes(10));
    double.fate = () => 'refused';
    await expect(blobs.open(id)).rejects.toMatchObject(AWAY);
    const file = await blobs.create(newId());
    await file.write(randomBytes(10));
    await expect(file.finish()).rejects.toMatchObject(AWAY);
    await file.discard();
    await blobs.remove([id]);
    expect(failures).toMatchObject([AWAY, AWAY]);
    await expect(blobs.sweep((names) => new Set(names))).rejects.toMatchObject(AWAY);
    double.fate = () => 'served';
    expect((await read(blobs, id)).length).toBe(10);
  });

  test('a part that failed is told by the write or the end after it', async () => {
    const { blobs } = await open();
    double.fate = (_method, path) => (path.includes('partNumber') ? 'busy' : 'served');
    await expect(store(blobs, randomBytes(4 * UPLOAD_PART_BYTES))).rejects.toMatchObject(AWAY);
  });

  test('closing ends what still waits for it', async () => {
    const { blobs } = await open();
    double.fate = () => 'silent';
    const waiting = blobs.open(newId());
    const told = expect(waiting).rejects.toMatchObject(AWAY);
    await blobs.close();
    await told;
  });
});

describe('blocks kept on this disk', () => {
  const gets = () => double.requests.filter((line) => line.startsWith('GET')).length;

  test('are read from there, also by the next start, and without the storage', async () => {
    const { blobs, open: again, folder } = await open({ cacheBytes: 64 * 1024 ** 2 });
    const bytes = randomBytes(2 * BLOCK_BYTES + 7);
    const id = await store(blobs, bytes);
    await read(blobs, id);
    expect(gets()).toBe(3);
    double.fate = () => 'refused';
    expect((await read(blobs, id)).equals(bytes)).toBe(true);
    const { blobs: next } = await again();
    expect((await read(next, id)).equals(bytes)).toBe(true);
    expect(gets()).toBe(3);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
    double.fate = () => 'served';
    await next.remove([id]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('stay under their bound; those asked for longest ago go first', async () => {
    const { blobs, folder } = await open({ cacheBytes: 3_500 });
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push(await store(blobs, randomBytes(1_000)));
    for (const id of ids) await read(blobs, id);
    await read(blobs, ids[0] ?? '');
    await read(blobs, await store(blobs, randomBytes(1_000)));
    const kept = readdirSync(folder).map((name) => name.slice(0, 36));
    expect(kept).toHaveLength(3);
    expect(kept).toContain(ids[0]);
    expect(kept).not.toContain(ids[1]);
  });

  test('that a crash has cut are fetched again', async () => {
    const { blobs, folder } = await open({ cacheBytes: 1024 ** 2 });
    const bytes = randomBytes(1_000);
    const id = await store(blobs, bytes);
    await read(blobs, id);
    const [name = ''] = readdirSync(folder);
    for (const damage of [
      (file: Buffer) => file.subarray(0, 700),
      () => Buffer.alloc(1_040),
      () => Buffer.alloc(0),
    ]) {
      writeFileSync(join(folder, name), damage(readFileSync(join(folder, name))));
      expect((await read(blobs, id)).equals(bytes)).toBe(true);
    }
  });

  test('a block that many ask for is fetched once', async () => {
    const { blobs } = await open();
    const id = await store(blobs, randomBytes(1_000));
    await Promise.all(Array.from({ length: 5 }, () => read(blobs, id)));
    expect(gets()).toBe(1);
  });
});
