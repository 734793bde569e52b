/**
 * AES-GCM behind one interface for two engines: node:crypto, and noble where that is missing. The tag always has 16
 * bytes. Nonces are chosen by the callers: `seal-subkey.ts` and `file-stream.ts` derive a fresh key first; `handover/`
 * has one key per file, from a fresh salt, and random nonces, as in JWE. No other caller is allowed.
 * Source: RFC 5116; NIST SP 800-38D.
 */
import { createCipheriv, createDecipheriv, createSecretKey, type DecipherGCM } from 'node:crypto';
import { gcm } from '@noble/ciphers/aes.js';
import { freeBuffer } from '#crypto/bytes.ts';

export const TAG_BYTES = 16;
/** Nonce lengths both engines accept; the product uses 12 everywhere. SP 800-38D allows narrower limits. */
export const MIN_NONCE_BYTES = 8;
export const MAX_NONCE_BYTES = 128;

export interface Aead {
  /**
   * Writes `ciphertext || tag` to `target`, which must be exactly 16 bytes longer than the plaintext. The plaintext
   * may be the beginning of `target` itself.
   */
  sealInto(target: Uint8Array, nonce: Uint8Array, plaintext: Uint8Array, aad: Uint8Array): void;
  /**
   * Writes the plaintext to `target`, which must be exactly 16 bytes shorter than `sealed` and may be its beginning.
   * Returns false and zeroes `target` when the tag does not verify.
   */
  openInto(target: Uint8Array, nonce: Uint8Array, sealed: Uint8Array, aad: Uint8Array): boolean;
  /** The plaintext in a new buffer; undefined when the tag does not verify. */
  open(nonce: Uint8Array, sealed: Uint8Array, aad: Uint8Array): Uint8Array | undefined;
}

type Cipher = 'aes-128-gcm' | 'aes-192-gcm' | 'aes-256-gcm';

const CIPHER_BY_KEY_BYTES: Readonly<Record<number, Cipher>> = {
  16: 'aes-128-gcm',
  24: 'aes-192-gcm',
  32: 'aes-256-gcm',
};
const OPTIONS = { authTagLength: TAG_BYTES };

function assertNonce(nonce: Uint8Array): void {
  if (nonce.length < MIN_NONCE_BYTES || nonce.length > MAX_NONCE_BYTES) {
    throw new RangeError(`nonce is ${nonce.length} bytes`);
  }
}

function assertSizes(target: Uint8Array, plainLength: number, sealedLength: number, nonce: Uint8Array): void {
  assertNonce(nonce);
  if (sealedLength !== plainLength + TAG_BYTES) throw new RangeError(`target is ${target.length} bytes`);
}

/** Plaintext length of a sealed input. */
function plainBytes(sealed: Uint8Array, nonce: Uint8Array): number {
  assertNonce(nonce);
  if (sealed.length < TAG_BYTES) throw new RangeError(`sealed is ${sealed.length} bytes`);
  return sealed.length - TAG_BYTES;
}

function cipherFor(key: Uint8Array): Cipher {
  const cipher = CIPHER_BY_KEY_BYTES[key.length];
  if (cipher === undefined) throw new RangeError(`AES key is ${key.length} bytes`);
  return cipher;
}

/** A key object made here costs 1 µs and saves 6 µs over handing raw bytes to createCipheriv. */
export function nativeAesGcm(key: Uint8Array): Aead {
  const cipher = cipherFor(key);
  const keyObject = createSecretKey(key);

  function begin(nonce: Uint8Array, sealed: Uint8Array, aad: Uint8Array): DecipherGCM {
    const opening = createDecipheriv(cipher, keyObject, nonce, OPTIONS);
    if (aad.length > 0) opening.setAAD(aad);
    return opening.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  }

  return {
    sealInto(target, nonce, plaintext, aad) {
      assertSizes(target, plaintext.length, target.length, nonce);
      const sealing = createCipheriv(cipher, keyObject, nonce, OPTIONS);
      if (aad.length > 0) sealing.setAAD(aad);
      for (let at = 0; at === 0 || at < plaintext.length; at += SLICE_BYTES) {
        const ciphertext = sealing.update(plaintext.subarray(at, at + SLICE_BYTES));
        target.set(ciphertext, at);
        freeBuffer(ciphertext);
      }
      sealing.final();
      target.set(sealing.getAuthTag(), plaintext.length);
    },
    openInto(target, nonce, sealed, aad) {
      assertSizes(target, target.length, sealed.length, nonce);
      const opening = begin(nonce, sealed, aad);
      for (let at = 0; at < target.length; at += SLICE_BYTES) {
        const plaintext = opening.update(sealed.subarray(at, Math.min(at + SLICE_BYTES, target.length)));
        target.set(plaintext, at);
        plaintext.fill(0);
        freeBuffer(plaintext);
      }
      try {
        opening.final();
        return true;
      } catch {
        target.fill(0);
        return false;
      }
    },
    open(nonce, sealed, aad) {
      const bytes = plainBytes(sealed, nonce);
      const opening = begin(nonce, sealed, aad);
      const plaintext = opening.update(sealed.subarray(0, bytes));
      try {
        opening.final();
        // Copied as `Uint8Array`, because a slice of a Buffer is no copy.
        return new Uint8Array(plaintext.buffer, plaintext.byteOffset, plaintext.length);
      } catch {
        plaintext.fill(0);
        return undefined;
      }
    },
  };
}

/** Long inputs are processed in slices, because fresh memory pages cost as much as sealing them. */
const SLICE_BYTES = 256 * 1024;

export function nobleAesGcm(key: Uint8Array): Aead {
  cipherFor(key);
  // Copied, because callers wipe the key once they have the Aead, as with node:crypto's key object.
  const ownKey = Uint8Array.from(key);
  return {
    sealInto(target, nonce, plaintext, aad) {
      assertSizes(target, plaintext.length, target.length, nonce);
      target.set(gcm(ownKey, nonce, aad).encrypt(plaintext));
    },
    openInto(target, nonce, sealed, aad) {
      assertSizes(target, target.length, sealed.length, nonce);
      try {
        target.set(gcm(ownKey, nonce, aad).decrypt(sealed));
        return true;
      } catch {
        target.fill(0);
        return false;
      }
    },
    open(nonce, sealed, aad) {
      plainBytes(sealed, nonce);
      try {
        return gcm(ownKey, nonce, aad).decrypt(sealed);
      } catch {
        return undefined;
      }
    },
  };
}
