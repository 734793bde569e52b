/**
 * Disk cache for blocks of sealed files from a bucket, bounded, least recently used first to go. Files never change
 * under their id, so entries never become stale. Each block has its hash: one truncated by a crash is fetched again
 * instead of being reported as damage.
 */
import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { openRegularFile } from '#server/system/files/open-regular-file.ts';
import { openOwnFile } from '#server/system/files/write-own-file.ts';
import type { StoredRange } from './s3-calls.ts';

export interface BlockCache {
  readonly get: (blobId: string, block: number) => Promise<StoredRange | undefined>;
  /** Stores a block. Never throws; a block that cannot be stored is not cached. */
  readonly put: (blobId: string, block: number, range: StoredRange) => Promise<void>;
  readonly drop: (blobIds: ReadonlySet<string>) => Promise<void>;
}

const SIZE_BYTES = 8;
const HASH_BYTES = 32;
/** Caches nothing on a nearly full disk, because records need the space. */
const LEFT_FREE_BYTES = 1024 ** 3;
const NAME = /^([0-9a-f-]{36})\.(\d{1,6})$/;

export const NO_CACHE: BlockCache = {
  get: async () => undefined,
  put: async () => undefined,
  drop: async () => undefined,
};

/** 0 disables the cache and deletes its content. */
export async function openBlockCache(folder: string, maxBytes: number): Promise<BlockCache> {
  if (maxBytes === 0) {
    await rm(folder, { recursive: true, force: true });
    return NO_CACHE;
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  /** Cached blocks in order of last use. */
  const kept = await readKept(folder);
  let total = [...kept.values()].reduce((sum, bytes) => sum + bytes, 0);
  let made = 0;

  async function forget(name: string): Promise<void> {
    total -= kept.get(name) ?? 0;
    kept.delete(name);
    await rm(join(folder, name), { recursive: true, force: true });
  }

  async function makeRoom(bytes: number): Promise<boolean> {
    const { bavail, bsize } = await statfs(folder);
    if (bytes > maxBytes || bavail * bsize < LEFT_FREE_BYTES + bytes) return false;
    for (const name of kept.keys()) {
      if (total + bytes <= maxBytes) break;
      await forget(name);
    }
    return true;
  }

  await makeRoom(0);
  return {
    async get(blobId, block) {
      const name = `${blobId}.${block}`;
      const bytes = kept.get(name);
      if (bytes === undefined) return undefined;
      const file = await readBlock(join(folder, name), bytes).catch(() => undefined);
      const range = file && unpack(file);
      if (range === undefined) {
        await forget(name);
        return undefined;
      }
      kept.delete(name);
      kept.set(name, bytes);
      return range;
    },
    async put(blobId, block, range) {
      const name = `${blobId}.${block}`;
      if (kept.has(name)) return;
      made += 1;
      const part = join(folder, `${made}.part`);
      try {
        const head = headOf(range);
        const bytes = head.length + range.bytes.length;
        if (!(await makeRoom(bytes))) return;
        const handle = await openOwnFile(part);
        try {
          await handle.writev([head, range.bytes]);
        } finally {
          await handle.close();
        }
        await rename(part, join(folder, name));
        total += bytes - (kept.get(name) ?? 0);
        kept.set(name, bytes);
      } catch {
        await rm(part, { force: true }).catch(() => undefined);
      }
    },
    async drop(blobIds) {
      for (const name of [...kept.keys()]) if (blobIds.has(name.slice(0, 36))) await forget(name);
    },
  };
}

async function readKept(folder: string): Promise<Map<string, number>> {
  const found: { name: string; bytes: number; changedMs: number }[] = [];
  for (const name of await readdir(folder)) {
    if (!NAME.test(name)) {
      await rm(join(folder, name), { recursive: true, force: true });
      continue;
    }
    const { size, mtimeMs } = await lstat(join(folder, name));
    found.push({ name, bytes: size, changedMs: mtimeMs });
  }
  const oldestFirst = found.toSorted((left, right) => left.changedMs - right.changedMs);
  return new Map(oldestFirst.map(({ name, bytes }) => [name, bytes]));
}

/** Neither waits for a named pipe nor follows a link, and reads no more than was stored. */
async function readBlock(path: string, bytes: number): Promise<Buffer> {
  const handle = await openRegularFile(path);
  try {
    const block = Buffer.allocUnsafeSlow(bytes);
    let read = 0;
    while (read < bytes) {
      const { bytesRead } = await handle.read(block, read, bytes - read, read);
      if (bytesRead === 0) break;
      read += bytesRead;
    }
    return block.subarray(0, read);
  } finally {
    await handle.close();
  }
}

function headOf({ bytes, size }: StoredRange): Buffer {
  const head = Buffer.alloc(SIZE_BYTES + HASH_BYTES);
  head.writeBigUInt64LE(BigInt(size));
  hashOf(head.subarray(0, SIZE_BYTES), bytes).copy(head, SIZE_BYTES);
  return head;
}

function unpack(file: Buffer): StoredRange | undefined {
  const bytes = file.subarray(SIZE_BYTES + HASH_BYTES);
  if (file.length < SIZE_BYTES + HASH_BYTES) return undefined;
  const told = file.subarray(SIZE_BYTES, SIZE_BYTES + HASH_BYTES);
  if (!hashOf(file.subarray(0, SIZE_BYTES), bytes).equals(told)) return undefined;
  return { bytes, size: Number(file.readBigUInt64LE()) };
}

function hashOf(size: Buffer, bytes: Buffer): Buffer {
  return createHash('sha256').update(size).update(bytes).digest();
}
