/** Primitives for checking a signature, from noble alone: the same code in Node and in a page. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';
import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js';

/** Computes SHA-256, 32 bytes. */
export function portableSha256(bytes: Uint8Array): Uint8Array {
  return nobleSha256(bytes);
}

export function portableHmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  return hmac(nobleSha256, key, message);
}

/**
 * Verifies an Ed25519 signature strictly by RFC 8032, not ZIP 215. False for anything else, malformed keys and
 * signatures included.
 */
export function isEd25519Signature(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  return holds(() => ed25519.verify(signature, message, publicKey, { zip215: false }));
}

/** Verifies an ML-DSA-65 signature; false also for malformed input. */
export function isMlDsa65Signature(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  return holds(() => ml_dsa65.verify(signature, message, publicKey));
}

function holds(verify: () => boolean): boolean {
  try {
    return verify();
  } catch {
    return false;
  }
}
