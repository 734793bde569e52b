/**
 * Second half of both envelope suites: 64 bytes of key material become a single-use AES-256-GCM key and a 32-byte
 * commitment. The commitment precedes the ciphertext and is checked, in constant time, before decrypting: a ciphertext
 * opens under one key, nonce and context only ("no invisible salamanders"). Also pads, to hide exact lengths.
 * Independent of salts, suites and wire encodings.
 * Source: sealing design B4; ISO/IEC 7816-4 padding.
 */
import { equalBytes, wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { TAG_BYTES } from '#crypto/hazmat/aes-gcm.ts';
import { engine } from '#crypto/hazmat/symmetric-engine.ts';

export const NONCE_BYTES = 12;
export const OKM_BYTES = 64;
const SUBKEY_BYTES = 32;
const COMMITMENT_BYTES = 32;
const PAD_MARK = 0x80;
/** Commitment, one block of padding at least one byte long, tag. */
const MIN_CIPHERTEXT_BYTES = COMMITMENT_BYTES + 1 + TAG_BYTES;

/** Writes plaintext, 0x80, and zeros to the end of `padded`; the 0x80 byte is present even for `padTo` 1. */
function padInto(padded: Uint8Array, plaintext: Uint8Array): void {
  padded.set(plaintext);
  padded[plaintext.length] = PAD_MARK;
  padded.fill(0, plaintext.length + 1);
}

function unpad(padded: Uint8Array): Uint8Array {
  let end = padded.length - 1;
  while (end >= 0 && padded[end] === 0) end -= 1;
  if (end < 0 || padded[end] !== PAD_MARK) throw new CryptoError();
  return padded.subarray(0, end);
}

/** Length of the output of `sealWith`. */
export function sealedBytes(plainBytes: number, padTo: number): number {
  if (!Number.isSafeInteger(padTo) || padTo < 1) throw new RangeError('padTo must be a positive integer');
  return COMMITMENT_BYTES + Math.ceil((plainBytes + 1) / padTo) * padTo + TAG_BYTES;
}

/**
 * Writes `commitment || ciphertext || tag` to `target`, `sealedBytes()` long; pads the plaintext in place there.
 * Consumes (wipes) `okm`, 64 bytes.
 */
export function sealWith(
  okm: Uint8Array,
  nonce: Uint8Array,
  plaintext: Uint8Array,
  aad: Uint8Array,
  target: Uint8Array,
): void {
  const body = target.subarray(COMMITMENT_BYTES);
  const padded = body.subarray(0, body.length - TAG_BYTES);
  target.set(okm.subarray(SUBKEY_BYTES, OKM_BYTES));
  try {
    padInto(padded, plaintext);
    engine.aesGcm(okm.subarray(0, SUBKEY_BYTES)).sealInto(body, nonce, padded, aad);
  } catch (error) {
    wipe(target);
    throw error;
  } finally {
    wipe(okm);
  }
}

/** Opens one ciphertext in one context. Its owner must wipe `subkey`. */
export interface PreparedOpen {
  /** Single-use AES key, 32 bytes, secret. */
  readonly subkey: Uint8Array;
  readonly nonce: Uint8Array;
  /** Ciphertext and tag, after the commitment was verified. */
  readonly body: Uint8Array;
  readonly aad: Uint8Array;
}

/**
 * Takes ownership of `okm`, 64 bytes, and wipes it when this throws. The result is a view of the input, which must
 * not be written to while the result is in use.
 * @throws CryptoError when length or commitment is wrong, without saying which
 */
export function prepareOpen(
  okm: Uint8Array,
  nonce: Uint8Array,
  ciphertext: Uint8Array,
  aad: Uint8Array,
): PreparedOpen {
  const isCommitted =
    ciphertext.length >= MIN_CIPHERTEXT_BYTES &&
    equalBytes(okm.subarray(SUBKEY_BYTES, OKM_BYTES), ciphertext.subarray(0, COMMITMENT_BYTES));
  if (!isCommitted) {
    wipe(okm);
    throw new CryptoError();
  }
  return { subkey: okm.subarray(0, SUBKEY_BYTES), nonce, body: ciphertext.subarray(COMMITMENT_BYTES), aad };
}

/**
 * Leaves the prepared opening unchanged. In place the plaintext overwrites the ciphertext.
 * @throws CryptoError when tag or padding is wrong, without saying which
 */
export function openWith({ subkey, nonce, body, aad }: PreparedOpen, isInPlace = false): Uint8Array {
  const aead = engine.aesGcm(subkey);
  const place = isInPlace ? body.subarray(0, body.length - TAG_BYTES) : undefined;
  const padded =
    place === undefined ? aead.open(nonce, body, aad) : aead.openInto(place, nonce, body, aad) && place;
  if (!padded) throw new CryptoError();
  return unpad(padded);
}

/** `openWith` that consumes (wipes) the opening. */
export function openAndWipe(opening: PreparedOpen, isInPlace = false): Uint8Array {
  try {
    return openWith(opening, isInPlace);
  } finally {
    wipe(opening.subkey);
  }
}
