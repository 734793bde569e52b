/**
 * Takes a stream of plaintext and lets only sealed bytes touch the disk. In memory at any time: one
 * batch being gathered, one being written (256 KiB each), and the first bytes for sniffing the type.
 * Source: API spec, "Limits" 1; choices, "Drives"; sealing design B6, "Upload".
 */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { VaultError } from '#contract/vault-error.ts';
import type { SealContext } from '#crypto/context.ts';
import { createFileSealer, SEALED_BATCH_BYTES } from '#crypto/file-stream.ts';
import type { Dek } from '#crypto/keys.ts';
import type { PartFile } from './blob-store.ts';

/** What the media type is told from: enough for the entries that tell office documents apart. */
export const HEAD_BYTES = 64 * 1024;

export interface IntakeOptions {
  readonly dek: Dek;
  readonly context: SealContext;
  /** Aborted when the session locks: the source is cut at once. */
  readonly signal: AbortSignal;
  /** Called with the total so far before any of it is sealed; throws to refuse the rest. */
  readonly admit: (totalBytes: number) => void;
  /** Ask for the SHA-256 of the plaintext. */
  readonly hash?: boolean | undefined;
  /** Called for every piece that arrives: a running transfer keeps its session alive. */
  readonly onActivity?: (() => void) | undefined;
}

export interface Intake {
  readonly size: number;
  /** The first bytes of the plaintext, at most `HEAD_BYTES`. */
  readonly head: Uint8Array;
  /** Lower-case hex, when asked for. */
  readonly sha256: string | undefined;
}

/**
 * Seals the whole source into the file, without finishing it: the caller finishes or discards.
 * A refused source is left open, so that the rest of it can be drained and the client sees the answer.
 * @throws session_locked when the signal aborts meanwhile; malformed_request when the source ends early;
 * whatever `admit` throws.
 */
export async function sealIntoFile(
  source: Readable,
  file: PartFile,
  options: IntakeOptions,
): Promise<Intake> {
  const { signal, admit } = options;
  const sealer = createFileSealer(options.dek, options.context);
  const hasher = options.hash ? createHash('sha256') : undefined;
  // A batch is made in one buffer while the other is being written.
  let making = Buffer.allocUnsafeSlow(SEALED_BATCH_BYTES);
  let writing = Buffer.allocUnsafeSlow(SEALED_BATCH_BYTES);
  const heads: Uint8Array[] = [];
  let size = 0;
  const cut = () => source.destroy(lockedError());
  if (signal.aborted) throw lockedError();
  signal.addEventListener('abort', cut, { once: true });
  try {
    await file.write(sealer.header);
    for await (const chunk of bytesOf(source)) {
      options.onActivity?.();
      admit(size + chunk.length);
      if (size < HEAD_BYTES) heads.push(Uint8Array.from(chunk.subarray(0, HEAD_BYTES - size)));
      size += chunk.length;
      hasher?.update(chunk);
      const sealed = sealer.update(chunk, making);
      if (sealed.length === 0) continue;
      await file.write(sealed);
      [making, writing] = [writing, making];
    }
    await file.write(sealer.final());
  } finally {
    signal.removeEventListener('abort', cut);
  }
  if (signal.aborted) throw lockedError();
  return { size, head: Buffer.concat(heads), sha256: hasher?.digest('hex') };
}

async function* bytesOf(source: Readable): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* source.iterator({ destroyOnReturn: false });
  } catch (error) {
    if (error instanceof VaultError) throw error;
    throw new VaultError('malformed_request', 'The content ended before it was whole.', { cause: error });
  }
}

export function lockedError(): VaultError {
  return new VaultError('session_locked', 'The session was locked; unlock it and try again.');
}
