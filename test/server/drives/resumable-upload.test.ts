import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { NodeId } from '#contract/ids.ts';
import { PART_SIZE_BYTES, RESUMABLE_RETENTION_MS } from '#contract/limits.ts';
import { randomBytes } from '#crypto/random.ts';
import { createFileBlobs } from '#server/drives/blobs/on-disk/file-blobs.ts';
import { testTempDir } from '#test/support/temp-dir.ts';
import { createDriveFixture, type DriveFixture, filesHolding } from './drive-fixture.ts';

let drive: DriveFixture;
beforeEach(() => {
  drive = createDriveFixture();
});
afterEach(() => drive.close());

const start = (size: number, name = 'big.bin') =>
  drive.drives.startUpload(drive.owner, drive.group, { name, size });
const put = (nodeId: NodeId, n: number, bytes: Uint8Array, actor = drive.owner) =>
  drive.drives.putPart(actor, drive.group, nodeId, n, Readable.from([bytes]));
const complete = (nodeId: NodeId) => drive.drives.completeUpload(drive.owner, drive.group, nodeId);
const partsOf = (nodeId: NodeId) => drive.drives.listParts(drive.owner, drive.group, nodeId);

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('resumable upload', () => {
  test('parts in any order, one of them twice, become one file; ranges cross part borders', async () => {
    const content = randomBytes(2 * PART_SIZE_BYTES + 12_345);
    const part = (n: number) => content.subarray((n - 1) * PART_SIZE_BYTES, n * PART_SIZE_BYTES);
    const upload = await start(content.length);
    expect(upload).toMatchObject({ status: 'pending', size: null, declared_size: content.length });
    expect(upload.part_size).toBe(PART_SIZE_BYTES);
    await put(upload.node_id, 3, part(3));
    await put(upload.node_id, 1, randomBytes(PART_SIZE_BYTES));
    await expect(complete(upload.node_id)).rejects.toMatchObject({ code: 'upload_incomplete' });
    await put(upload.node_id, 2, part(2));
    expect(await put(upload.node_id, 1, part(1))).toEqual({
      n: 1,
      size: PART_SIZE_BYTES,
      sha256: sha256(part(1)),
    });
    expect(partsOf(upload.node_id).items.map(({ n }) => n)).toEqual([1, 2, 3]);
    expect(drive.blobFiles()).toHaveLength(3);
    expect(await complete(upload.node_id)).toMatchObject({
      status: 'ready',
      size: content.length,
      sha256: sha256(content),
    });
    expect(await complete(upload.node_id)).toMatchObject({ status: 'ready', sha256: sha256(content) });
    expect((await drive.download(upload.node_id)).equals(content)).toBe(true);
    for (const [from, to] of [
      [PART_SIZE_BYTES - 1, PART_SIZE_BYTES],
      [PART_SIZE_BYTES - 20_000, 2 * PART_SIZE_BYTES + 100],
      [2 * PART_SIZE_BYTES, content.length - 1],
    ] as const) {
      const bytes = await drive.download(upload.node_id, `bytes=${from}-${to}`);
      expect(bytes.equals(content.subarray(from, to + 1))).toBe(true);
    }
    await expect(put(upload.node_id, 1, part(1))).rejects.toMatchObject({ code: 'replay' });
  });

  test('a part that is stored stays, although the one it replaces cannot be removed', async () => {
    drive.close();
    const dataDir = testTempDir();
    const files = createFileBlobs(dataDir);
    const remove = async (blobIds: Iterable<string>) => {
      if ([...blobIds].length > 0) throw new Error('The disk refuses.');
    };
    drive = createDriveFixture(dataDir, { ...files, remove });
    const content = randomBytes(1_000);
    const upload = await start(content.length);
    await put(upload.node_id, 1, randomBytes(1_000));
    await expect(put(upload.node_id, 1, content)).rejects.toThrow('The disk refuses.');
    await complete(upload.node_id);
    expect((await drive.download(upload.node_id)).equals(content)).toBe(true);
  });

  test('a part of the wrong length, or beyond the last, is refused and leaves nothing', async () => {
    const upload = await start(PART_SIZE_BYTES + 10);
    for (const [n, size] of [
      [1, 10],
      [1, PART_SIZE_BYTES + 1],
      [2, 9],
      [2, 11],
      [3, 0],
    ] as const) {
      await expect(put(upload.node_id, n, randomBytes(size))).rejects.toMatchObject({
        code: 'invalid_request',
      });
    }
    expect(drive.blobFiles()).toEqual([]);
  });

  test('until it is complete the content answers upload_incomplete, and folders take no parts', async () => {
    const upload = await start(10);
    await expect(drive.download(upload.node_id)).rejects.toMatchObject({ code: 'upload_incomplete' });
    const made = await drive.drives.createFolder(drive.owner, drive.group, { name: 'folder' });
    await expect(put(made.node_id, 1, randomBytes(1))).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(drive.download(made.node_id)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('an empty file needs no part', async () => {
    const upload = await start(0);
    const hash = sha256(new Uint8Array(0));
    expect(await complete(upload.node_id)).toMatchObject({ status: 'ready', size: 0, sha256: hash });
    expect(await drive.download(upload.node_id)).toHaveLength(0);
  });

  test('the media type is told from the first part', async () => {
    const upload = await drive.drives.startUpload(drive.owner, drive.group, {
      name: 'x',
      size: 9,
      mime_type: 'image/png',
    });
    await put(upload.node_id, 1, Buffer.from('%PDF-1.7\n'));
    expect(await complete(upload.node_id)).toMatchObject({ mime_type: 'application/pdf', media_kind: 'pdf' });
  });

  test('locking cuts the part that is coming in and keeps those that are there', async () => {
    const { actor, lock } = drive.principal();
    const upload = await start(PART_SIZE_BYTES + 3);
    await put(upload.node_id, 2, Buffer.from('abc'), actor);
    lock();
    await expect(put(upload.node_id, 1, randomBytes(PART_SIZE_BYTES), actor)).rejects.toThrow();
    expect(partsOf(upload.node_id).items).toEqual([{ n: 2, size: 3, sha256: sha256(Buffer.from('abc')) }]);
    expect(drive.blobFiles()).toHaveLength(1);
  });

  test('reserves its credit, and gives it back when it is given up after seven days', async () => {
    drive.settings.storage_credit_bytes = 100;
    const upload = await start(80);
    await put(upload.node_id, 1, randomBytes(80));
    await expect(start(30, 'second')).rejects.toMatchObject({ code: 'insufficient_credit' });
    drive.time.now += RESUMABLE_RETENTION_MS - 1000;
    await drive.drives.sweepAtStart();
    expect(drive.drives.getNode(drive.owner, drive.group, upload.node_id).status).toBe('pending');
    drive.time.now += 2000;
    await start(30, 'second');
    expect(drive.drives.getNode(drive.owner, drive.group, upload.node_id).status).toBe('failed');
    await expect(drive.download(upload.node_id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(put(upload.node_id, 1, randomBytes(80))).rejects.toMatchObject({ code: 'not_found' });
    expect(drive.blobFiles()).toEqual([]);
  });

  test('no part lies on the disk in clear', async () => {
    const content = Buffer.from('canary-part-0815 '.repeat(1000));
    const upload = await start(content.length);
    await put(upload.node_id, 1, content);
    await complete(upload.node_id);
    expect(filesHolding(drive.dataDir, 'canary-part-0815')).toEqual([]);
  });

  test('the hash of parts in order is known as they come in, and that of others is read', async () => {
    const content = randomBytes(2 * PART_SIZE_BYTES + 5);
    const part = (n: number) => content.subarray((n - 1) * PART_SIZE_BYTES, n * PART_SIZE_BYTES);
    for (const order of [
      [1, 2, 3],
      [1, 2, 1, 3],
      [1, 2, 3, 2],
      [3, 2, 1],
    ]) {
      const upload = await start(content.length);
      for (const n of order) await put(upload.node_id, n, part(n));
      expect((await complete(upload.node_id)).sha256).toBe(sha256(content));
    }
  });

  test('what is kept of a part is sealed, and says nothing of another part', async () => {
    const content = Buffer.from('abc');
    const upload = await start(content.length);
    await put(upload.node_id, 1, content);
    expect(filesHolding(drive.dataDir, sha256(content))).toEqual([]);
    const kept = drive.db.prepare<[], Uint8Array>('SELECT encrypted_sha256 FROM drive_parts').pluck().get();
    const other = await start(content.length, 'other');
    await put(other.node_id, 1, Buffer.from('abd'));
    drive.db.prepare('UPDATE drive_parts SET encrypted_sha256 = ?').run(kept);
    expect(partsOf(upload.node_id).items).toMatchObject([{ sha256: sha256(content) }]);
    expect(partsOf(other.node_id).items).toMatchObject([{ sha256: null }]);
    drive.db.prepare('UPDATE drive_parts SET encrypted_sha256 = NULL').run();
    expect(partsOf(upload.node_id).items).toMatchObject([{ n: 1, sha256: null }]);
  });

  test('parts swapped in the database do not open', async () => {
    const content = randomBytes(2 * PART_SIZE_BYTES);
    const upload = await start(content.length);
    await put(upload.node_id, 1, content.subarray(0, PART_SIZE_BYTES));
    await put(upload.node_id, 2, content.subarray(PART_SIZE_BYTES));
    drive.db.prepare('UPDATE drive_parts SET part = 3 - part + 10').run();
    drive.db.prepare('UPDATE drive_parts SET part = part - 10').run();
    await expect(complete(upload.node_id)).rejects.toMatchObject({ name: 'CryptoError' });
  });
});
