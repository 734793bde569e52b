/** Tests that a resumed upload never mixes two files: parts that differ are sent again. */
import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PART_SIZE_BYTES } from '#contract/limits.ts';
import type { DriveApi } from '#sdk/drive/drive.ts';
import { fileSource } from '#sdk/node/file-source.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

const BYTES = 2 * PART_SIZE_BYTES + 70_000;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let vault: LiveVault;
let drive: DriveApi;

beforeAll(async () => {
  vault = await startLiveVault();
  drive = vault.connect().drive(vault.group);
});
afterAll(() => vault.close());

const stored = async (nodeId: string) => Buffer.from(await (await drive.download(nodeId)).bytes());

/** Starts a transfer and uploads its first two parts. */
async function interrupted(content: Uint8Array): Promise<string> {
  const { node_id } = await drive.resumable.start({ name: 'scan.bin', size: content.length });
  for (const n of [1, 2])
    await drive.resumable.putPart(
      node_id,
      n,
      content.subarray((n - 1) * PART_SIZE_BYTES, n * PART_SIZE_BYTES),
    );
  return node_id;
}

describe('a resumed upload', () => {
  test.each(['path', 'blob', 'stream'] as const)(
    'of a %s that is another file of the same size is all of that one',
    async (kind) => {
      const before = randomBytes(BYTES);
      const after = Buffer.from(before);
      after.fill(7, 100, 200);
      const node_id = await interrupted(before);
      const path = join(vault.root, `${kind}.bin`);
      writeFileSync(path, after);
      async function* stream() {
        for (let at = 0; at < after.length; at += 1_000_003) yield after.subarray(at, at + 1_000_003);
      }
      const input = kind === 'path' ? path : kind === 'blob' ? new Blob([after]) : stream();
      const node = await drive.upload(input, { name: 'scan.bin', resume: node_id, size: BYTES });
      expect(node).toMatchObject({ node_id, status: 'ready', sha256: sha256(after) });
      expect((await stored(node_id)).equals(after)).toBe(true);
    },
  );

  test('sends only what differs', async () => {
    const content = randomBytes(BYTES);
    const node_id = await interrupted(content);
    const { items } = await drive.resumable.parts(node_id);
    expect(items.map((part) => part.sha256)).toEqual([
      sha256(content.subarray(0, PART_SIZE_BYTES)),
      sha256(content.subarray(PART_SIZE_BYTES, 2 * PART_SIZE_BYTES)),
    ]);
    const loaded: number[] = [];
    await drive.upload(content, {
      name: 'scan.bin',
      resume: node_id,
      onProgress: (progress) => loaded.push(progress.loaded),
    });
    // One call for each existing part; the sent one also reports its own bytes.
    expect(loaded.slice(0, 2)).toEqual([PART_SIZE_BYTES, 2 * PART_SIZE_BYTES]);
    expect((await stored(node_id)).equals(content)).toBe(true);
  });

  test('of another size is refused before a byte is sent', async () => {
    const node_id = await interrupted(randomBytes(BYTES));
    await expect(drive.upload(randomBytes(BYTES + 1), { name: 'x', resume: node_id })).rejects.toThrow(
      /is of \d+ bytes and this file has \d+/,
    );
    expect((await drive.get(node_id)).status).toBe('pending');
  });
});

describe('a stream that is not as long as it was said to be', () => {
  async function* pieces(bytes: number) {
    for (let at = 0; at < bytes; at += 1_000_000) yield new Uint8Array(Math.min(1_000_000, bytes - at));
    yield new Uint8Array(0);
  }

  test.each([
    ['longer', 3, 2],
    ['longer', BYTES, BYTES - 1],
    ['longer, by more than a part', BYTES + PART_SIZE_BYTES, BYTES],
    ['shorter', 3, 5],
    ['shorter', BYTES, BYTES + 1],
    ['not empty', 1, 0],
  ])('%s becomes no file (%i bytes, said to be %i)', async (_how, bytes, size) => {
    const name = `stream-${bytes}-${size}`;
    await expect(drive.upload(pieces(bytes), { name, size })).rejects.toThrow(
      /The stream (has more than|ended after)/,
    );
    const nodes = await drive.list({}).toArray({ limit: 1000 });
    expect(nodes.filter((node) => node.name === name && node.status !== 'pending')).toEqual([]);
  });

  test.each([0, 3, BYTES])('of the %i bytes it was said to have is one', async (bytes) => {
    const node = await drive.upload(pieces(bytes), { name: `whole-${bytes}`, size: bytes });
    expect(node).toMatchObject({ status: 'ready', size: bytes });
  });

  test.each([Number.NaN, -1, 1.5])('a size of %d is none', async (size) => {
    await expect(drive.upload(pieces(3), { name: 'size', size })).rejects.toThrow(
      /size as a number of bytes/,
    );
  });

  test('pieces that are no bytes are named', async () => {
    const texts = (async function* () {
      yield 'abc';
    })();
    const sent = Reflect.apply(drive.upload, drive, [texts, { name: 'text' }]);
    await expect(sent).rejects.toThrow(/each piece a Uint8Array/);
  });
});

describe('the end of a transfer', () => {
  test('with the hash of another file leaves it unfinished', async () => {
    const [a, b] = [randomBytes(BYTES), randomBytes(BYTES)];
    const node_id = await interrupted(a);
    await drive.resumable.putPart(node_id, 3, b.subarray(2 * PART_SIZE_BYTES));
    await expect(drive.resumable.complete(node_id, { sha256: sha256(b) })).rejects.toMatchObject({
      code: 'upload_incomplete',
    });
    expect((await drive.get(node_id)).status).toBe('pending');
    await drive.resumable.putPart(node_id, 3, a.subarray(2 * PART_SIZE_BYTES));
    const node = await drive.resumable.complete(node_id, { sha256: sha256(a) });
    expect(node.sha256).toBe(sha256(a));
    expect((await drive.resumable.complete(node_id)).sha256).toBe(sha256(a));
  });
});

describe('a file that is written to while it is sent', () => {
  test('ends its reading in an error before its last piece', async () => {
    const path = join(vault.root, 'growing.bin');
    writeFileSync(path, randomBytes(1_000_000));
    const source = await fileSource(path);
    let bytes = 0;
    const reading = async () => {
      for await (const piece of source.read(0, 1_000_000)) {
        if (bytes === 0) appendFileSync(path, 'x');
        bytes += piece.length;
      }
    };
    await expect(reading()).rejects.toThrow(/changed while it was being sent/);
    expect(bytes).toBeLessThan(1_000_000);
  });

  test('becomes no file', async () => {
    const name = 'written-to.bin';
    const path = join(vault.root, name);
    writeFileSync(path, randomBytes(BYTES));
    const sending = drive.upload(path, { name, onStart: () => appendFileSync(path, 'x') });
    await expect(sending).rejects.toThrow(/changed while it was being sent/);
    const nodes = await drive.list({}).toArray({ limit: 1000 });
    expect(nodes.filter((node) => node.name === name)).toMatchObject([{ status: 'pending' }]);
  });
});
