/**
 * Strict conversion between bytes and text: decoded text always encodes to the same text again, so one envelope has one
 * spelling. Also joining, constant-time comparison and wiping. Independent of keys and formats.
 */
import { timingSafeEqual } from 'node:crypto';
import { CryptoError } from './crypto-error.ts';

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Unpadded base64url (RFC 4648 section 5). */
export function encodeBase64Url(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('base64url');
}

/**
 * Accepts canonical unpadded base64url only.
 * @throws CryptoError on padding, foreign characters, or loose trailing bits, all of which Node's decoder ignores, and
 * on what is no text: peers send any JSON.
 */
export function decodeBase64Url(text: string): Uint8Array {
  if (typeof text !== 'string') throw new CryptoError();
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.toString('base64url') !== text) throw new CryptoError();
  return bytes;
}

export function encodeHex(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('hex');
}

/** Decodes hex. @throws CryptoError on anything but lower-case hex of even length. */
export function decodeHex(text: string): Uint8Array {
  if (typeof text !== 'string') throw new CryptoError();
  const bytes = Buffer.from(text, 'hex');
  if (bytes.toString('hex') !== text) throw new CryptoError();
  return bytes;
}

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/** Compares public bytes. Not constant-time, so never for secrets. */
export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a === b || (a.length === b.length && Buffer.compare(a, b) === 0);
}

const utf8Encoder = new TextEncoder();
const utf8Decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Encodes text as UTF-8.
 * @throws CryptoError on a lone surrogate, which UTF-8 would silently replace and so make two texts one.
 */
export function utf8(text: string): Uint8Array {
  if (!text.isWellFormed()) throw new CryptoError();
  return utf8Encoder.encode(text);
}

/** Decodes UTF-8. @throws CryptoError when the bytes are not UTF-8. */
export function fromUtf8(bytes: Uint8Array): string {
  try {
    return utf8Decoder.decode(bytes);
  } catch {
    throw new CryptoError();
  }
}

/** Constant time for equal lengths; the lengths themselves are public. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Zeroed bytes in a buffer of their own, for secrets: the engine stores arrays of up to 64 bytes among its objects and
 * moves them, leaving copies that `wipe` cannot reach.
 */
export function allocSecretBytes(length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new ArrayBuffer(length));
}

/** A copy for an owner that outlives, or wipes, the original. */
export function cloneSecret(secret: Uint8Array): Uint8Array {
  const copy = allocSecretBytes(secret.length);
  copy.set(secret);
  return copy;
}

/** Overwrites secrets in place. Copies made by the engine are out of reach. */
export function wipe(...secrets: readonly Uint8Array[]): void {
  for (const secret of secrets) secret.fill(0);
}

/** Below this size freeing is not worth the call. */
const RELEASE_MIN_BYTES = 8192;

/**
 * Frees the memory of bulk data at once, where the array owns its whole buffer; the array is empty afterwards. Waiting
 * for garbage collection costs a quarter of sealing time, and memory.
 */
export function freeBuffer(scratch: Uint8Array<ArrayBufferLike>): void {
  const { buffer } = scratch;
  const isWhole = scratch.byteOffset === 0 && buffer.byteLength === scratch.length;
  if (isWhole && scratch.length >= RELEASE_MIN_BYTES && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
