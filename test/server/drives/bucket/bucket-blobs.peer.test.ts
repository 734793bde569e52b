/** Tests blob storage on S3: always on the in-memory double, and on Ceph's gateway if installed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect } from '#cli/options/collect-iterable.ts';
import { randomBytes } from '#crypto/random.ts';
import { HAS_RADOSGW, startRadosgw } from '#scripts/s3/radosgw.ts';
import type { BlobStore } from '#server/drives/blobs/blob-store.ts';
import { BLOCK_BYTES } from '#server/drives/bucket/bucket-reader.ts';
import { UPLOAD_PART_BYTES } from '#server/drives/bucket/bucket-upload.ts';
import { newId } from '#test/support/ids.ts';
import { NO_CEPH, onlyWhere } from '#test/support/left-out.ts';
import { DOUBLE_KEYS, startS3Double } from '#test/support/s3-double.ts';
import { BUCKET, makeBucket, openTestBucket, type Storage } from './bucket-fixture.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const storages = [
  {
    name: 'a double',
    isHere: true,
    async start() {
      const double = await startS3Double(BUCKET);
      return { ...DOUBLE_KEYS, endpoint: double.endpoint, stop: double.close };
    },
  },
  {
    name: "Ceph's gateway",
    isHere: HAS_RADOSGW,
    async start() {
      const storage = await startRadosgw();
      await makeBucket(storage);
      return storage;
    },
  },
];

async function store(blobs: BlobStore, bytes: Uint8Array): Promise<string> {
  const id = newId();
  const file = await blobs.create(id);
  // Reuses one buffer, as sealing does.
  const buffer = Buffer.alloc(256 * 1024 + 256);
  for (let at = 0; at < bytes.length; at += buffer.length) {
    const piece = bytes.subarray(at, at + buffer.length);
    buffer.set(piece);
    await file.write(buffer.subarray(0, piece.length));
  }
  await file.finish();
  return id;
}

async function readAll(blobs: BlobStore, id: string, from = 0, to?: number): Promise<Buffer> {
  const reader = await blobs.open(id);
  const into = Buffer.alloc((to ?? reader.size) - from);
  for (let filled = 0; filled < into.length; ) {
    const read = await reader.read(into.subarray(filled, filled + 512 * 1024), from + filled);
    if (read === 0) throw new Error('short');
    filled += read;
  }
  await reader.close();
  return into;
}

describe.each(storages)('sealed files in a bucket of $name', ({ isHere, start }) => {
  const where = onlyWhere(isHere, NO_CEPH);
  let storage: Storage & { readonly stop: () => unknown };
  beforeAll(async () => {
    if (isHere) storage = await start();
  });
  afterAll(() => storage?.stop());

  test('is proven before it is taken', where, async () => {
    const { prove } = await openTestBucket(storage);
    await prove();
    const wrongKey = await openTestBucket({ ...storage, secretAccessKey: 'another' });
    await expect(wrongKey.prove()).rejects.toMatchObject({ reason: 'SignatureDoesNotMatch' });
  });

  test.each([
    1,
    100_000,
    BLOCK_BYTES,
    UPLOAD_PART_BYTES,
    UPLOAD_PART_BYTES + 1,
    3 * UPLOAD_PART_BYTES + 12_345,
  ])('%i bytes come back as they went, whole and in ranges', where, async (length) => {
    const { blobs } = await openTestBucket(storage);
    const bytes = Buffer.from(randomBytes(length));
    const id = await store(blobs, bytes);
    expect((await blobs.open(id)).size).toBe(length);
    expect((await readAll(blobs, id)).equals(bytes)).toBe(true);
    for (const [from, to] of [
      [0, 1],
      [Math.floor(length / 2), length],
      [length - 1, length],
      [Math.max(0, BLOCK_BYTES - 3), BLOCK_BYTES + 3],
    ] as const) {
      const end = Math.min(to, length);
      if (from < end)
        expect((await readAll(blobs, id, from, end)).equals(bytes.subarray(from, end))).toBe(true);
    }
  });

  test('an id is written once; what is missing, removed or no id is told as in a folder', where, async () => {
    const { blobs, failures } = await openTestBucket(storage);
    const id = await store(blobs, Buffer.from('first'));
    const second = await blobs.create(id);
    await second.write(Buffer.from('second'));
    await expect(second.finish()).rejects.toMatchObject({ reason: 'PreconditionFailed' });
    await second.discard();
    expect(String(await readAll(blobs, id))).toBe('first');
    await blobs.remove([id, newId(), '../../etc']);
    await expect(blobs.open(id)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(blobs.open('../../etc')).rejects.toMatchObject({ code: 'protocol_error' });
    expect(failures).toEqual([]);
  });

  test('what is discarded leaves nothing, short or long', where, async () => {
    const { blobs, failures, time } = await openTestBucket(storage);
    for (const length of [10, 2 * UPLOAD_PART_BYTES]) {
      const file = await blobs.create(newId());
      await file.write(randomBytes(length));
      await file.discard();
    }
    time.now += 3 * DAY_MS;
    expect(await blobs.sweep(() => new Set())).toEqual({ quarantined: [], back: [] });
    expect(await collect(blobs.list())).toEqual([]);
    expect(failures).toEqual([]);
  });

  test(
    'a sweep tells what no row knows once it is old enough, ends what was never finished, and removes nothing',
    where,
    async () => {
      const { blobs, time } = await openTestBucket(storage);
      const ids = await Promise.all(Array.from({ length: 7 }, (_, n) => store(blobs, randomBytes(n + 1))));
      const cut = await blobs.create(newId());
      await cut.write(randomBytes(UPLOAD_PART_BYTES + 1));
      const [known = ''] = ids;
      const knownOf = () => new Set([known]);
      expect((await blobs.sweep(knownOf)).quarantined).toEqual([]);
      time.now += 3 * DAY_MS;
      const unknown = ids.slice(1).toSorted();
      expect([...(await blobs.sweep(knownOf)).quarantined].toSorted()).toEqual(unknown);
      await expect(cut.finish()).rejects.toMatchObject({ reason: 'NoSuchUpload' });
      const listed = await collect(blobs.list());
      expect(listed.map(({ name }) => name).toSorted()).toEqual(ids.toSorted());
      expect(listed.find(({ name }) => name === ids[3])?.bytes).toBe(4);
      await blobs.removeUnknown(unknown[0] ?? '');
      expect(await collect(blobs.list())).toHaveLength(6);
    },
  );
});
