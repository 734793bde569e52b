/**
 * Takes a stream of plaintext and lets only sealed bytes touch the disk. In memory at any time: one
 * batch being gathered, one being written (256 KiB each), and the first bytes for sniffing the type.
 * Source: API spec, "Limits" 1; choices, "Drives"; sealing design B6, "Upload".
 */
import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { VaultError } from '#contract/errors/vault-error.ts';
import { wipe } from '#crypto/bytes.ts';
import type { Dek } from '#crypto/keys/keys.ts';
import { acquireBuffer, releaseBuffer } from '#crypto/sealing/buffer-pool.ts';
import type { SealContext } from '#crypto/sealing/context-bytes.ts';
import { createFileSealer, SEALED_BATCH_BYTES } from '#crypto/sealing/file-stream.ts';
import type { PartFile } from './blob-store.ts';

/** What the media type is told from: enough for the entries that tell office documents apart. */
export const HEAD_BYTES = 64 * 1024;

/** What the caller knows of the stream it hands in. */
export interface SourceOptions {
  /** Called for every piece that arrives: a running transfer keeps its session alive. */
  readonly onActivity?: (() => void) | undefined;
  /** The chunks come from a socket, through a parser of forms at most: each is wiped and its memory given back once it is sealed. */
  readonly freeChunks?: boolean | undefined;
}

export interface IntakeOptions extends SourceOptions {
  readonly dek: Dek;
  readonly context: SealContext;
  /** Aborted when the session locks: the source is cut at once. */
  readonly signal: AbortSignal;
  /** Called with the total so far before any of it is sealed; throws to refuse the rest. */
  readonly admit: (totalBytes: number) => void;
  /** Sees the plaintext too, as it passes. */
  readonly alsoHash?: Hash | undefined;
}

export interface SealedUpload {
  readonly size: number;
  /** The first bytes of the plaintext, at most `HEAD_BYTES`; the caller's to wipe. */
  readonly head: Uint8Array;
  /** Of the plaintext, in lower-case hex. */
  readonly sha256: string;
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
): Promise<SealedUpload> {
  const { signal, admit } = options;
  const sealer = createFileSealer(options.dek, options.context);
  const hasher = createHash('sha256');
  // A batch is made in one buffer while the other is being written.
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
    // Every batch is on the disk: the file takes a write when the one before is done.
    releaseBuffer(making, writing);
    return { size, head: Buffer.concat(heads), sha256: hasher.digest('hex') };
  } finally {
    sealer.close();
    wipe(...heads);
  }
}

/**
 * Hands every chunk on in the turn it arrives; an iterator would cost several turns for each 16 KiB.
 * Where `take` returns a promise, the source waits for it.
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
    refuse(new VaultError('malformed_request', 'The content ended before it was whole.'));
  }
  signal.addEventListener('abort', cut, { once: true });
  source.once('end', () => taken.then(resolve, refuse));
  source.once('error', (error) => (error instanceof VaultError ? refuse(error) : breakOff()));
  source.once('close', () => source.readableEnded || breakOff());
  // What broke off before anyone listened says so no more.
  if (source.destroyed) breakOff();
  else source.on('data', onData);
  return promise.finally(() => signal.removeEventListener('abort', cut));
}

/**
 * A parser of forms keeps what may become a boundary, at most 74 bytes of it, and hands that out from a buffer it goes
 * on with where it does not: those bytes are the boundary's own and no content, and to zero them would be to zero what
 * comes after. A socket's buffers are larger.
 */
const LOOK_BEHIND_MAX_BYTES = 128;

/** Smaller buffers may be cut from one that is shared. */
const FREE_MIN_BYTES = 10_000;

/**
 * Frees each chunk when the next has passed: by then the parsers before us are done with it. Left to the
 * collector, the 16 KiB of every TLS record make it walk the whole heap each 32 MiB. Only a chunk that is
 * all of its buffer goes: nothing of it is left to parse.
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
  return new VaultError('session_locked', 'The session was locked; unlock it and try again.');
}
