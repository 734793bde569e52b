/** Sealed bytes out of the storage as they lie there, run by run. */
import { CryptoError } from '#crypto/crypto-error.ts';
import type { BlobReader } from './blob-store.ts';

const RUN_BYTES = 512 * 1024;

/**
 * Those from `start` to before `end`. A buffer of its own for each run: one is on its way while the next is read. The
 * file is closed with the end of its reading. @throws CryptoError where the file is shorter
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
