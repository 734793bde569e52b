import { copyFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NodeId } from '#contract/ids.ts';
import { randomBytes } from '#crypto/random.ts';
import { CHUNK_BYTES, HEADER_BYTES, SEALED_CHUNK_BYTES } from '#crypto/sealing/file-stream.ts';
import { runs } from '#test/support/depth.ts';
import { createDriveFixture, type DriveFixture } from './drive-fixture.ts';
import { createReceiver } from './receiver.ts';

describe('ranges of a file', () => {
  const size = 20 * CHUNK_BYTES + 777;
  const content = randomBytes(size);
  let drive: DriveFixture;
  let nodeId: NodeId;
  beforeAll(async () => {
    drive = createDriveFixture();
    nodeId = (await drive.upload(content, { name: 'ranges' })).node_id;
  });
  afterAll(() => drive.close());

  const nearBorder = fc
    .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: -2, max: 2 }))
    .map(([chunk, off]) => Math.min(Math.max(chunk * CHUNK_BYTES + off, 0), size - 1));
  const anywhere = fc.integer({ min: 0, max: size - 1 });

  test('any range around chunk borders is that slice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(nearBorder, anywhere), fc.oneof(nearBorder, anywhere), async (one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const bytes = await drive.download(nodeId, `bytes=${from}-${to}`);
        expect(bytes.equals(content.subarray(from, to + 1))).toBe(true);
      }),
      runs(300),
    );
  });

  test('open-ended, suffix and overlong ranges are cut to the content', async () => {
    expect((await drive.download(nodeId, 'bytes=5-')).equals(content.subarray(5))).toBe(true);
    expect((await drive.download(nodeId, 'bytes=-5')).equals(content.subarray(-5))).toBe(true);
    expect((await drive.download(nodeId, `bytes=-${size * 2}`)).equals(content)).toBe(true);
    expect((await drive.download(nodeId, `bytes=9-${size * 2}`)).equals(content.subarray(9))).toBe(true);
    const long = '9'.repeat(400);
    expect((await drive.download(nodeId, `bytes=9-${long}`)).equals(content.subarray(9))).toBe(true);
    expect((await drive.download(nodeId, `bytes=-${long}`)).equals(content)).toBe(true);
  });

  test.each([
    'bytes=0-1,4-5',
    'bytes=5-4',
    `bytes=${size}-`,
    `bytes=${'9'.repeat(400)}-`,
    'bytes=-0',
    'bytes=-',
    'bytes=a-b',
    'lines=1-2',
    '',
  ])('the range «%s» is refused', async (range) => {
    await expect(drive.download(nodeId, range)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('a range counts only when If-Range names the content', async () => {
    const ask = (ifRange: string) =>
      drive.drives.content(drive.owner, drive.group, nodeId, { range: 'bytes=0-9', ifRange });
    const [same, other] = [await ask(`"${nodeId}"`), await ask('"another"')];
    expect([same.range, other.range]).toEqual([{ start: 0, end: 10 }, undefined]);
    await Promise.all([same.close(), other.close()]);
  });

  test('an empty file has no range to give', async () => {
    const empty = await drive.upload('', { name: 'empty' });
    await expect(drive.download(empty.node_id, 'bytes=0-')).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(await drive.download(empty.node_id)).toHaveLength(0);
  });
});

describe('a stored file that was tampered with', () => {
  const content = randomBytes(40 * CHUNK_BYTES + 100);
  let drive: DriveFixture;
  let nodeId: NodeId;
  let file: string;
  beforeEach(async () => {
    drive = createDriveFixture();
    nodeId = (await drive.upload(content, { name: 'tampered' })).node_id;
    file = String(drive.blobFiles()[0]);
  });
  afterEach(() => drive.close());

  function flip(offset: number): void {
    const bytes = readFileSync(file);
    bytes[offset] = (bytes[offset] ?? 0) ^ 1;
    writeFileSync(file, bytes);
  }
  const end = HEADER_BYTES + 40 * SEALED_CHUNK_BYTES;

  test.each([
    ['salt', 0],
    ['commitment', 30],
    ['last chunk', end],
    ['last tag', end + 100 + 15],
  ])('a flipped bit in the %s is refused before the answer begins', async (_where, offset) => {
    flip(offset);
    await expect(drive.drives.content(drive.owner, drive.group, nodeId)).rejects.toMatchObject({
      name: 'CryptoError',
    });
  });

  test.each([0, 15, 16, 39])(
    'a flipped bit in chunk %i ends the stream in an error, with nothing of its run',
    async (chunk) => {
      flip(HEADER_BYTES + chunk * SEALED_CHUNK_BYTES + 5);
      const opened = await drive.drives.content(drive.owner, drive.group, nodeId);
      const { sink, bytes: received } = createReceiver();
      await expect(opened.sendTo(sink)).rejects.toMatchObject({ name: 'CryptoError' });
      expect(sink.destroyed).toBe(true);
      expect(sink.writableEnded).toBe(false);
      const bytes = received();
      expect(bytes.length).toBeLessThanOrEqual(chunk * CHUNK_BYTES);
      expect(bytes.equals(content.subarray(0, bytes.length))).toBe(true);
    },
  );

  test('cut, lengthened, a chunk dropped, two chunks swapped: refused', async () => {
    const sealed = readFileSync(file);
    const chunk = (n: number) =>
      sealed.subarray(HEADER_BYTES + n * SEALED_CHUNK_BYTES, HEADER_BYTES + (n + 1) * SEALED_CHUNK_BYTES);
    const head = sealed.subarray(0, HEADER_BYTES);
    const variants = [
      sealed.subarray(0, sealed.length - 1),
      sealed.subarray(0, HEADER_BYTES + 3 * SEALED_CHUNK_BYTES),
      sealed.subarray(0, 10),
      Buffer.concat([sealed, Buffer.alloc(1)]),
      Buffer.concat([head, sealed.subarray(HEADER_BYTES + SEALED_CHUNK_BYTES)]),
      Buffer.concat([head, chunk(1), chunk(0), sealed.subarray(HEADER_BYTES + 2 * SEALED_CHUNK_BYTES)]),
    ];
    for (const variant of variants) {
      writeFileSync(file, variant);
      await expect(drive.download(nodeId)).rejects.toMatchObject({ name: 'CryptoError' });
    }
  });

  test('the file of another node does not open in its place', async () => {
    const other = await drive.upload(content, { name: 'other' });
    const otherFile = String(drive.blobFiles().find((name) => name.endsWith(other.node_id)));
    copyFileSync(otherFile, file);
    await expect(drive.download(nodeId)).rejects.toMatchObject({ name: 'CryptoError' });
  });

  test('a content that is gone is told as missing, not as damage or a failing disk', async () => {
    rmSync(file);
    await expect(drive.download(nodeId)).rejects.toMatchObject({
      name: 'VaultError',
      code: 'protocol_error',
      message: expect.stringContaining('is missing from the vault'),
    });
  });

  test('a shorter whole file under the same node is refused, since the row tells its size', async () => {
    truncateSync(file, HEADER_BYTES + 16);
    expect(statSync(file).size).toBe(HEADER_BYTES + 16);
    await expect(drive.download(nodeId)).rejects.toMatchObject({ name: 'CryptoError' });
  });
});

describe('a running download', () => {
  let drive: DriveFixture;
  beforeEach(() => {
    drive = createDriveFixture();
  });
  afterEach(() => drive.close());

  test('is cut when the session locks', async () => {
    const { node_id } = await drive.upload(randomBytes(3_000_000), { name: 'long' });
    const { actor, lock } = drive.principal();
    const content = await drive.drives.content(actor, drive.group, node_id);
    const { sink, bytes } = createReceiver(lock);
    await expect(content.sendTo(sink)).rejects.toMatchObject({ code: 'session_locked' });
    expect(sink.destroyed).toBe(true);
    expect(sink.writableEnded).toBe(false);
    expect(bytes().length).toBeLessThan(3_000_000);
  });

  test('ends whole although the file is purged meanwhile', async () => {
    const bytes = randomBytes(2_000_000);
    const { node_id } = await drive.upload(bytes, { name: 'long' });
    const content = await drive.drives.content(drive.owner, drive.group, node_id);
    await drive.drives.trashNode(drive.owner, drive.group, node_id);
    await drive.drives.purgeNode(drive.owner, drive.group, node_id);
    const receiver = createReceiver();
    await content.sendTo(receiver.sink);
    expect(receiver.bytes().equals(bytes)).toBe(true);
  });

  test('is given up when the receiver goes away, even while it waits for it', async () => {
    const { node_id } = await drive.upload(randomBytes(3_000_000), { name: 'long' });
    const content = await drive.drives.content(drive.owner, drive.group, node_id);
    // A stream that accepts the first chunk, never completes it, and closes.
    const stuck = new Writable({ write: () => setImmediate(() => stuck.destroy()) });
    await expect(content.sendTo(stuck)).rejects.toMatchObject({ name: 'ReceiverGone' });
  });

  test('reaches a slow receiver whole, although its buffers are used again', async () => {
    const bytes = randomBytes(2_000_000);
    const { node_id } = await drive.upload(bytes, { name: 'slow' });
    const content = await drive.drives.content(drive.owner, drive.group, node_id);
    const received: Buffer[] = [];
    const slow = new Writable({
      write(chunk: Buffer, _encoding, done) {
        setTimeout(() => {
          received.push(Buffer.from(chunk));
          done();
        }, 5);
      },
    });
    await content.sendTo(slow);
    expect(Buffer.concat(received).equals(bytes)).toBe(true);
  });
});
