/**
 * Reads one sealed file. First authenticates the header's commitment and the last chunk, so `size` is trustworthy; then
 * any range in runs of many chunks. A chunk that does not verify throws before any byte of its run is returned.
 * Source: sealing design B6, "Range".
 */
import { wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { Dek } from '#crypto/keys/key-types.ts';
import { acquireBuffer, releaseBuffer } from '#crypto/sealing/buffer-pool.ts';
import type { SealContext } from '#crypto/sealing/context-bytes.ts';
import {
  CHUNK_BYTES,
  chunkOffset,
  createFileOpener,
  type FileOpener,
  HEADER_BYTES,
  lastChunk,
  plainSize,
  SEALED_CHUNK_BYTES,
} from '#crypto/sealing/file-stream.ts';
import type { BlobReader } from './blob-store.ts';

/** Chunks read and opened at a time: 512 KiB. Half as many cost a sixth more processor time. */
const CHUNKS_PER_RUN = 32;
const NOTHING = new Uint8Array(0);

export interface SealedFile {
  /** Size of the content in plaintext bytes, authenticated. */
  readonly size: number;
  /**
   * Plaintext bytes from `start` to `end` (exclusive); the next run is read while one is consumed. Buffers alternate: a
   * run is valid until the run after the next is requested. An empty run ends the range, so that this also applies to
   * the last one.
   */
  readonly read: (start: number, end: number) => AsyncGenerator<Uint8Array, void, undefined>;
  readonly close: () => Promise<void>;
}

/**
 * Takes ownership of the reader; closes it on a throw.
 * @throws CryptoError unless header and last chunk belong to this key and context.
 */
export async function openSealedFile(blob: BlobReader, dek: Dek, context: SealContext): Promise<SealedFile> {
  try {
    const { size: sealedBytes } = blob;
    const last = lastChunk(sealedBytes);
    const opener = createFileOpener(dek, context, await readExactly(blob, 0, HEADER_BYTES));
    wipe(opener.openChunk(last.index, await readExactly(blob, last.offset, last.length), true));
    return {
      size: plainSize(sealedBytes),
      read: (start, end) => readRange(blob, opener, sealedBytes, start, end),
      close: () => blob.close(),
    };
  } catch (error) {
    await distrustAfter(error, blob);
    await blob.close();
    throw error;
  }
}

/** A storage that once sent other bytes must not make a file damaged for as long as this disk keeps them. */
async function distrustAfter(error: unknown, blob: BlobReader): Promise<void> {
  if (error instanceof CryptoError) await blob.distrust?.();
}

async function* readRange(
  blob: BlobReader,
  opener: FileOpener,
  sealedBytes: number,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (end <= start) return;
  const chunks = lastChunk(sealedBytes).index + 1;
  const stop = Math.floor((end - 1) / CHUNK_BYTES) + 1;
  // Two buffers each for sealed and opened runs: one is opened while the next is read, one is sent while the next is
  // opened. New buffers would burden garbage collection.
  const chunksPerRun = Math.min(CHUNKS_PER_RUN, stop - Math.floor(start / CHUNK_BYTES));
  let [opening, reading] = twoBuffers(chunksPerRun * SEALED_CHUNK_BYTES);
  let [making, leaving] = twoBuffers(chunksPerRun * CHUNK_BYTES);
  const readRun = (first: number): Promise<Uint8Array> => {
    [opening, reading] = [reading, opening];
    const until = Math.min(first + CHUNKS_PER_RUN, stop);
    const from = chunkOffset(first);
    const to = until === chunks ? sealedBytes : from + (until - first) * SEALED_CHUNK_BYTES;
    const run = readExactly(blob, from, to - from, reading);
    // Read ahead: a failure is thrown where the run is awaited, so it is not an unhandled rejection.
    run.catch(() => undefined);
    return run;
  };
  let first = Math.floor(start / CHUNK_BYTES);
  let next = readRun(first);
  try {
    while (first < stop) {
      const sealedRun = await next;
      const until = Math.min(first + CHUNKS_PER_RUN, stop);
      if (until < stop) next = readRun(until);
      [making, leaving] = [leaving, making];
      const plaintext = opener.openChunks(first, sealedRun, until === chunks, making);
      const runStart = first * CHUNK_BYTES;
      yield plaintext.subarray(Math.max(start - runStart, 0), Math.min(end - runStart, plaintext.length));
      first = until;
    }
    yield NOTHING;
  } catch (error) {
    await distrustAfter(error, blob);
    throw error;
  } finally {
    await next.catch(() => undefined);
    releaseBuffer(opening, reading, making, leaving);
  }
}

function twoBuffers(bytes: number): [Buffer, Buffer] {
  return [acquireBuffer(bytes), acquireBuffer(bytes)];
}

async function readExactly(
  blob: BlobReader,
  position: number,
  length: number,
  into: Buffer = Buffer.allocUnsafeSlow(length),
): Promise<Uint8Array> {
  const bytes = into.subarray(0, length);
  let filled = 0;
  while (filled < length) {
    const read = await blob.read(bytes.subarray(filled), position + filled);
    if (read === 0) throw new CryptoError();
    filled += read;
  }
  return bytes;
}
