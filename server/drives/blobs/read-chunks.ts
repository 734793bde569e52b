/** Reads sealed bytes from storage without opening them, run by run. */
import { CryptoError } from '#crypto/crypto-error.ts';
import type { BlobReader } from './blob-store.ts';

const RUN_BYTES = 512 * 1024;

/**
 * Bytes from `start` (inclusive) to `end` (exclusive). Each run has its own buffer, because one is sent while the next
 * is read. Closes the file at the end. @throws CryptoError where the file is shorter
 */
export async function* readSealedChunks(
  blob: BlobReader,
  start: number,
  end: number,
  onRun?: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for (let at = start; at < end; ) {
      const run = Buffer.allocUnsafeSlow(Math.min(RUN_BYTES, end - at));
      const bytes = await blob.read(run, at);
      if (bytes === 0) throw new CryptoError();
      at += bytes;
      onRun?.();
      yield run.subarray(0, bytes);
    }
  } finally {
    await blob.close();
  }
}
