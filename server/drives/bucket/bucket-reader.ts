/**
 * Reads a sealed file of a bucket in blocks of 4 MiB, from the disk cache or by ranged requests. Sequential readers get
 * the next block prefetched.
 */
import type { BlobReader } from '#server/drives/blobs/blob-store.ts';
import type { BlockCache } from './block-cache.ts';
import type { S3Calls, StoredRange } from './s3-calls.ts';

export const BLOCK_BYTES = 4 * 1024 * 1024;
/** The block being read and the prefetched one. */
const HELD_MAX = 2;

export interface Blocks {
  readonly get: (blobId: string, block: number) => Promise<StoredRange>;
  /** Drops what this disk keeps of a file. */
  readonly drop: (blobId: string) => Promise<void>;
}

/** Shares one request per block between concurrent readers. */
export function createBlocks(calls: S3Calls, cache: BlockCache, keyOf: (blobId: string) => string): Blocks {
  const asked = new Map<string, Promise<StoredRange>>();

  async function fetch(blobId: string, block: number): Promise<StoredRange> {
    const kept = await cache.get(blobId, block);
    if (kept !== undefined) return kept;
    const range = await calls.getRange(keyOf(blobId), block * BLOCK_BYTES, BLOCK_BYTES);
    await cache.put(blobId, block, range);
    return range;
  }

  return {
    get(blobId, block) {
      const name = `${blobId}.${block}`;
      const waiting = asked.get(name) ?? fetch(blobId, block).finally(() => asked.delete(name));
      asked.set(name, waiting);
      return waiting;
    },
    drop: (blobId) => cache.drop(new Set([blobId])),
  };
}

/** Opens a sealed file in the bucket for reading. @throws MissingBlobError, BucketUnavailableError, BucketRefusedError */
export async function openBucketReader(blocks: Blocks, blobId: string): Promise<BlobReader> {
  const first = blocks.get(blobId, 0);
  const { size } = await first;
  const last = Math.floor((size - 1) / BLOCK_BYTES);
  const held = new Map([[0, first]]);
  let reading = -1;

  function hold(block: number): Promise<StoredRange> {
    const found = held.get(block) ?? blocks.get(blobId, block);
    // Read ahead: a failure is thrown where the block is awaited, so it is not an unhandled rejection.
    found.catch(() => held.delete(block));
    held.delete(block);
    held.set(block, found);
    for (const oldest of held.keys()) if (held.size > HELD_MAX) held.delete(oldest);
    return found;
  }

  return {
    size,
    async read(into, position) {
      if (position >= size || into.length === 0) return 0;
      const block = Math.floor(position / BLOCK_BYTES);
      const waiting = hold(block);
      if (block === reading + 1 && block > 0 && block < last) void hold(block + 1);
      reading = block;
      const { bytes } = await waiting;
      const from = position - block * BLOCK_BYTES;
      const part = bytes.subarray(from, from + into.length);
      into.set(part);
      return part.length;
    },
    distrust: () => blocks.drop(blobId),
    close: async () => held.clear(),
  };
}
