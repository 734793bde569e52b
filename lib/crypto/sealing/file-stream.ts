/**
 * Seals file content as Cobblestone-256: a 56-byte header (salt 24, commitment 32), then 16 KiB chunks, the last one
 * strictly shorter and possibly empty, each with a 16-byte tag. Sealing runs in batches of 256 KiB; opening works on
 * any single chunk, as byte ranges need. Pure bytes: no files, no streams. A reader must authenticate the last chunk
 * once before trusting the length.
 * Source: c2sp.org/chunked-encryption; sealing design B6.
 */
import { concatBytes, equalBytes, utf8, wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { type Aead, TAG_BYTES } from '#crypto/hazmat/aes-gcm.ts';
import { hkdfExpand } from '#crypto/hazmat/hkdf.ts';
import { type Engine, engine as productEngine } from '#crypto/hazmat/symmetric-engine.ts';
import { assertUsableKey, KEY_BYTES } from '#crypto/keys/key-types.ts';
import { randomBytes } from '#crypto/random.ts';
import { sha256 } from '#crypto/sha256.ts';
import { acquireBuffer, releaseBuffer } from './buffer-pool.ts';
import { encodeContext, type SealContext } from './context-bytes.ts';

export const CHUNK_BYTES = 16_384;
export const SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES;
export const HEADER_BYTES = 56;
/** Plaintext of one batch: 16 chunks. */
export const BATCH_BYTES = 16 * CHUNK_BYTES;
/** Ciphertext of one batch, with the tags of its chunks. */
export const SEALED_BATCH_BYTES = 16 * SEALED_CHUNK_BYTES;

const SALT_BYTES = 24;
const NONCE_BYTES = 12;
const COMMITMENT_BYTES = 32;
const MAX_CHUNKS = 2 ** 38;
const NO_AAD = new Uint8Array(0);
const INFO_PREFIX = utf8('c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM\0');

export interface StreamKeys {
  readonly aeadKey: Uint8Array;
  readonly baseNonce: Uint8Array;
  readonly commitment: Uint8Array;
}

/** Derives the stream key, nonce and commitment. @throws CryptoError unless the input key has 32 bytes. */
export function deriveStreamKeys(
  key: Uint8Array,
  salt: Uint8Array,
  streamContext: Uint8Array,
  engine: Engine = productEngine,
): StreamKeys {
  assertUsableKey(key);
  if (salt.length !== SALT_BYTES) throw new CryptoError();
  const info = concatBytes(INFO_PREFIX, salt, streamContext);
  const okm = hkdfExpand(engine.hmac, 'sha512', key, info, KEY_BYTES + NONCE_BYTES + COMMITMENT_BYTES);
  return {
    aeadKey: okm.subarray(0, KEY_BYTES),
    baseNonce: okm.subarray(KEY_BYTES, KEY_BYTES + NONCE_BYTES),
    commitment: okm.subarray(KEY_BYTES + NONCE_BYTES),
  };
}

/** The counter is XORed into the low 5 bytes. */
function chunkNonce(baseNonce: Uint8Array, index: number): Uint8Array {
  if (!Number.isSafeInteger(index) || index < 0 || index >= MAX_CHUNKS) throw new CryptoError();
  const nonce = Uint8Array.from(baseNonce);
  let rest = index;
  for (let at = NONCE_BYTES - 1; rest > 0; at -= 1) {
    nonce[at] = (nonce[at] ?? 0) ^ (rest % 256);
    rest = Math.floor(rest / 256);
  }
  return nonce;
}

/** Returns the offset of chunk `index` in the sealed file. */
export function chunkOffset(index: number): number {
  return HEADER_BYTES + index * SEALED_CHUNK_BYTES;
}

/** Bytes on disk for `plainBytes` of content, header included. */
export function sealedSize(plainBytes: number): number {
  return HEADER_BYTES + plainBytes + (Math.floor(plainBytes / CHUNK_BYTES) + 1) * TAG_BYTES;
}

export interface LastChunk {
  readonly index: number;
  readonly offset: number;
  /** Sealed length: 16 to 16,399 bytes. */
  readonly length: number;
}

/** Index and sealed length of a file's last chunk. @throws CryptoError for a size no complete file can have. */
export function lastChunk(sealedBytes: number): LastChunk {
  const body = sealedBytes - HEADER_BYTES;
  const index = Math.floor(body / SEALED_CHUNK_BYTES);
  const length = body - index * SEALED_CHUNK_BYTES;
  if (!Number.isSafeInteger(body) || body < 0 || length < TAG_BYTES || index >= MAX_CHUNKS)
    throw new CryptoError();
  return { index, offset: chunkOffset(index), length };
}

/**
 * Content length of a sealed file; trustworthy once the last chunk has opened.
 * @throws CryptoError for a size no complete file can have.
 */
export function plainSize(sealedBytes: number): number {
  const { index, length } = lastChunk(sealedBytes);
  return index * CHUNK_BYTES + length - TAG_BYTES;
}

export interface FileSealer {
  /** 56 bytes; the beginning of the file. */
  readonly header: Uint8Array;
  /**
   * Accepts any amount; returns complete sealed chunks once 256 KiB are gathered, else nothing. Writes them into
   * `reuse` if it is large enough (`SEALED_BATCH_BYTES` per 256 KiB), which avoids allocations. The caller then
   * controls when it is overwritten.
   */
  update(bytes: Uint8Array, reuse?: Uint8Array): Uint8Array;
  /** Returns the rest with the closing short chunk; the sealer is unusable afterwards. */
  final(): Uint8Array;
  /** Wipes gathered bytes; for a sealer that does not reach `final`. */
  close(): void;
}

/** Seals one content under `dek` with a fresh salt: two uploads of the same bytes have nothing in common. */
export function createFileSealer(dek: Uint8Array, context: SealContext): FileSealer {
  const salt = randomBytes(SALT_BYTES);
  const { aeadKey, baseNonce, commitment } = deriveStreamKeys(dek, salt, sha256(encodeContext(context)));
  const aead = productEngine.aesGcm(aeadKey);
  wipe(aeadKey);
  const pending = acquireBuffer(BATCH_BYTES);
  let pendingBytes = 0;
  let nextChunk = 0;
  let spent = false;

  function sealChunks(plaintext: Uint8Array, chunks: number, target: Uint8Array): void {
    for (let i = 0; i < chunks; i += 1) {
      const plain = plaintext.subarray(i * CHUNK_BYTES, (i + 1) * CHUNK_BYTES);
      const start = i * SEALED_CHUNK_BYTES;
      const sealed = target.subarray(start, start + plain.length + TAG_BYTES);
      aead.sealInto(sealed, chunkNonce(baseNonce, nextChunk), plain, NO_AAD);
      nextChunk += 1;
    }
  }

  function close(): void {
    if (spent) return;
    spent = true;
    releaseBuffer(pending);
  }

  return {
    header: concatBytes(salt, commitment),
    update(bytes, reuse) {
      if (spent) throw new CryptoError();
      const batches = Math.floor((pendingBytes + bytes.length) / BATCH_BYTES);
      const chunksPerBatch = BATCH_BYTES / CHUNK_BYTES;
      const sealedLength = batches * SEALED_BATCH_BYTES;
      const sealed =
        reuse !== undefined && reuse.length >= sealedLength
          ? reuse.subarray(0, sealedLength)
          : new Uint8Array(sealedLength);
      let taken = 0;
      for (let batch = 0; batch < batches; batch += 1) {
        const target = sealed.subarray(batch * SEALED_BATCH_BYTES);
        const fill = BATCH_BYTES - pendingBytes;
        if (pendingBytes === 0) {
          sealChunks(bytes.subarray(taken, taken + fill), chunksPerBatch, target);
        } else {
          pending.set(bytes.subarray(taken, taken + fill), pendingBytes);
          sealChunks(pending, chunksPerBatch, target);
          pendingBytes = 0;
        }
        taken += fill;
      }
      pending.set(bytes.subarray(taken), pendingBytes);
      pendingBytes += bytes.length - taken;
      return sealed;
    },
    final() {
      if (spent) throw new CryptoError();
      const chunks = Math.floor(pendingBytes / CHUNK_BYTES) + 1;
      const sealed = new Uint8Array(pendingBytes + chunks * TAG_BYTES);
      sealChunks(pending.subarray(0, pendingBytes), chunks, sealed);
      close();
      return sealed;
    },
    close,
  };
}

export interface FileOpener {
  /**
   * Opens one chunk.
   * @throws CryptoError unless the chunk is complete, authentic, and at this index; returns no plaintext before.
   */
  openChunk(index: number, sealedChunk: Uint8Array, isLast: boolean): Uint8Array;
  /**
   * The same for a run of adjacent chunks in one buffer; `endsFile`: the run includes the last. Writes plaintext into
   * `reuse` if it is large enough, which avoids allocations. The caller then controls when it is overwritten, and must
   * not read it when this throws.
   */
  openChunks(firstIndex: number, sealedRun: Uint8Array, endsFile: boolean, reuse?: Uint8Array): Uint8Array;
}

/**
 * Creates an opener for a file's chunks from its header.
 * @throws CryptoError when the header's commitment does not match key and context, before any chunk.
 */
export function createFileOpener(dek: Uint8Array, context: SealContext, header: Uint8Array): FileOpener {
  return createStreamOpener(dek, sha256(encodeContext(context)), header);
}

/** `streamContext` is Cobblestone's own context string; the product always passes the hash of a `SealContext`. */
export function createStreamOpener(
  key: Uint8Array,
  streamContext: Uint8Array,
  header: Uint8Array,
  engine: Engine = productEngine,
): FileOpener {
  if (header.length !== HEADER_BYTES) throw new CryptoError();
  const keys = deriveStreamKeys(key, header.subarray(0, SALT_BYTES), streamContext, engine);
  if (!equalBytes(keys.commitment, header.subarray(SALT_BYTES))) throw new CryptoError();
  const aead = engine.aesGcm(keys.aeadKey);
  wipe(keys.aeadKey);
  return {
    openChunk: (index, sealedChunk, isLast) => {
      if (sealedChunk.length < TAG_BYTES || sealedChunk.length > SEALED_CHUNK_BYTES) throw new CryptoError();
      return openRun(aead, keys.baseNonce, index, sealedChunk, isLast);
    },
    openChunks: (firstIndex, sealedRun, endsFile, reuse) =>
      openRun(aead, keys.baseNonce, firstIndex, sealedRun, endsFile, reuse),
  };
}

function openRun(
  aead: Aead,
  baseNonce: Uint8Array,
  firstIndex: number,
  sealedRun: Uint8Array,
  endsFile: boolean,
  reuse?: Uint8Array,
): Uint8Array {
  const wholeChunks = Math.floor(sealedRun.length / SEALED_CHUNK_BYTES);
  const lastBytes = sealedRun.length - wholeChunks * SEALED_CHUNK_BYTES;
  if (endsFile ? lastBytes < TAG_BYTES : lastBytes !== 0 || wholeChunks === 0) throw new CryptoError();
  const chunks = wholeChunks + (endsFile ? 1 : 0);
  const plainBytes = sealedRun.length - chunks * TAG_BYTES;
  const plaintext =
    reuse !== undefined && reuse.length >= plainBytes
      ? reuse.subarray(0, plainBytes)
      : new Uint8Array(plainBytes);
  for (let i = 0; i < chunks; i += 1) {
    const sealed = sealedRun.subarray(i * SEALED_CHUNK_BYTES, (i + 1) * SEALED_CHUNK_BYTES);
    const start = i * CHUNK_BYTES;
    const target = plaintext.subarray(start, start + sealed.length - TAG_BYTES);
    if (!aead.openInto(target, chunkNonce(baseNonce, firstIndex + i), sealed, NO_AAD))
      throw new CryptoError();
  }
  return plaintext;
}
