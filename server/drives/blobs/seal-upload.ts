/**
 * Seals a stream of plaintext while it arrives, so that only sealed bytes reach the disk. In memory at any time: one
 * batch being gathered, one being written (256 KiB each), and the first bytes for detecting the type.
 * Source: API spec, "Limits" 1; choices, "Drives"; sealing design B6, "Upload".
 */
import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { VaultError } from '#contract/errors/vault-error.ts';
import { wipe } from '#crypto/bytes.ts';
import type { Dek } from '#crypto/keys/key-types.ts';
import { acquireBuffer, releaseBuffer } from '#crypto/sealing/buffer-pool.ts';
import type { SealContext } from '#crypto/sealing/context-bytes.ts';
import { createFileSealer, SEALED_BATCH_BYTES } from '#crypto/sealing/file-stream.ts';
import type { PartFile } from './blob-store.ts';

/** Bytes used to detect the media type: enough for the entries that distinguish office documents. */
export const HEAD_BYTES = 64 * 1024;

/** Options that describe the source stream. */
export interface SourceOptions {
  /** Called for every chunk: a running upload keeps its session open. */
  readonly onActivity?: (() => void) | undefined;
  /** True for chunks that come from a socket, at most through a form parser: each is wiped and freed once sealed. */
  readonly freeChunks?: boolean | undefined;
}

export interface IntakeOptions extends SourceOptions {
  readonly dek: Dek;
  readonly context: SealContext;
  /** Aborted when the session locks: reading stops at once. */
  readonly signal: AbortSignal;
  /** Called with the total so far, before sealing; throws to refuse the rest. */
  readonly admit: (totalBytes: number) => void;
  /** A hash that also receives the plaintext. */
  readonly alsoHash?: Hash | undefined;
}

export interface SealedUpload {
  readonly size: number;
  /** First bytes of the plaintext, at most `HEAD_BYTES`; the caller must wipe them. */
  readonly head: Uint8Array;
  /** SHA-256 of the plaintext, lower-case hex. */
  readonly sha256: string;
}

/**
 * Seals the whole source into the file without finishing it: the caller must finish or discard. A refused source is
 * left open, so that its rest can be drained and the client sees the response.
 * @throws session_locked when the signal aborts; malformed_request when the source ends early; errors of `admit`.
 */
export async function sealIntoFile(
  source: Readable,
  file: PartFile,
  options: IntakeOptions,
): Promise<SealedUpload> {
  const { signal, admit } = options;
  const sealer = createFileSealer(options.dek, options.context);
  const hasher = createHash('sha256');
  // Two buffers, because one batch is sealed while the other is being written.
  let making = acquireBuffer(SEALED_BATCH_BYTES);
  let writing = acquireBuffer(SEALED_BATCH_BYTES);
  const heads: Uint8Array[] = [];
  const free = options.freeChunks ? chunkRelease() : undefined;
  let size = 0;
  function take(chunk: Uint8Array): Promise<void> | undefined {
    options.onActivity?.();
    admit(size + chunk.length);
    if (size < HEAD_BYTES) heads.push(Uint8Array.from(chunk.subarray(0, HEAD_BYTES - size)));
    size += chunk.length;
    hasher.update(chunk);
    options.alsoHash?.update(chunk);
    const sealed = sealer.update(chunk, making);
    if (free !== undefined && chunk.buffer.byteLength > LOOK_BEHIND_MAX_BYTES) wipe(chunk);
    free?.(chunk);
    if (sealed.length === 0) return undefined;
    [making, writing] = [writing, making];
    return file.write(sealed);
  }
  try {
    if (signal.aborted) throw sessionLockedError();
    await file.write(sealer.header);
    await consume(source, signal, take);
    if (signal.aborted) throw sessionLockedError();
    await file.write(sealer.final());
    // All batches are on the disk now, because each write waits for the previous one.
    releaseBuffer(making, writing);
    return { size, head: Buffer.concat(heads), sha256: hasher.digest('hex') };
  } finally {
    sealer.close();
    wipe(...heads);
  }
}

/**
 * Passes every chunk on in the turn it arrives, because an iterator would cost several turns per 16 KiB. Where `take`
 * returns a promise, the source is paused.
 */
function consume(
  source: Readable,
  signal: AbortSignal,
  take: (chunk: Uint8Array) => Promise<void> | undefined,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const cut = () => source.destroy(sessionLockedError());
  let taken: Promise<void> = Promise.resolve();
  function onData(chunk: Uint8Array): void {
    try {
      const waiting = take(chunk);
      if (waiting === undefined) return;
      source.pause();
      taken = waiting;
      taken.then(() => source.resume(), refuse);
    } catch (error) {
      refuse(error);
    }
  }
  function refuse(error: unknown): void {
    source.off('data', onData);
    source.pause();
    reject(error);
  }
  function breakOff(): void {
    refuse(
      new VaultError(
        'malformed_request',
        'The content ended before it was complete. Nothing was stored. Send it again.',
      ),
    );
  }
  signal.addEventListener('abort', cut, { once: true });
  source.once('end', () => taken.then(resolve, refuse));
  source.once('error', (error) => (error instanceof VaultError ? refuse(error) : breakOff()));
  source.once('close', () => source.readableEnded || breakOff());
  // An error before listening began is not reported again.
  if (source.destroyed) breakOff();
  else source.on('data', onData);
  return promise.finally(() => signal.removeEventListener('abort', cut));
}

/**
 * A form parser holds back up to 74 bytes that may be a boundary, in a buffer it continues to use. Chunks this small
 * are not zeroed, because that would destroy following bytes; a socket's buffers are larger.
 */
const LOOK_BEHIND_MAX_BYTES = 128;

/** Smallest buffer that is freed explicitly; smaller ones may be part of a shared pool. */
const FREE_MIN_BYTES = 10_000;

/**
 * Frees each chunk once the next has arrived, because the parsers are done with it then. Left to garbage collection,
 * the 16 KiB of every TLS record would cause a full collection each 32 MiB. Only chunks that own their whole buffer are
 * freed.
 */
function chunkRelease(): (chunk: Uint8Array) => void {
  let spent: ArrayBuffer | undefined;
  return ({ buffer, byteLength }) => {
    if (!(buffer instanceof ArrayBuffer)) return;
    if (buffer.detached) throw new Error('A chunk was freed before it was sealed.');
    if (buffer === spent) return;
    spent?.transfer(0);
    spent = buffer.byteLength === byteLength && byteLength >= FREE_MIN_BYTES ? buffer : undefined;
  };
}

export function sessionLockedError(): VaultError {
  return new VaultError('session_locked', 'The session was locked. Unlock it and try again.');
}
