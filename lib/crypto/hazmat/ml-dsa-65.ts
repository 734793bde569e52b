/**
 * ML-DSA-65 with 32-byte seeds. noble signs everywhere. node:crypto verifies where it can, in a tenth of the time,
 * because a membership list is verified completely at each start (Electron's engine lacks it; the self-test compares
 * both by a round trip). Signing is hedged: the caller passes 32 random bytes. Keys are expanded from the seed at each
 * signature, because signatures are rare. Source: FIPS 204.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js';
import { decodeHex } from '#crypto/bytes.ts';

export const ML_DSA_65_PUBLIC_KEY_BYTES = 1952;
export const ML_DSA_65_SIGN_RANDOM_BYTES = 32;
const SPKI_PREFIX = decodeHex('308207b2300b0609608648016503040312038207a100');

export function deriveMlDsa65PublicKey(seed: Uint8Array): Uint8Array {
  return ml_dsa65.keygen(seed).publicKey;
}

/** Signs a message with ML-DSA-65; the signature has 3309 bytes. */
export function mlDsa65Sign(seed: Uint8Array, message: Uint8Array, random: Uint8Array): Uint8Array {
  const { secretKey } = ml_dsa65.keygen(seed);
  const signature = ml_dsa65.sign(message, secretKey, { extraEntropy: random });
  secretKey.fill(0);
  return signature;
}

/** Verifies an ML-DSA-65 signature. False for anything else, malformed keys and signatures included. */
type Verify = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;

export const nobleMlDsa65Verify: Verify = (publicKey, message, signature) => {
  try {
    return ml_dsa65.verify(signature, message, publicKey);
  } catch {
    return false;
  }
};

export const nativeMlDsa65Verify: Verify = (publicKey, message, signature) => {
  try {
    return verify(null, message, nativePublicKey(publicKey), signature);
  } catch {
    return false;
  }
};

/**
 * Imports a raw public key into node:crypto.
 * @throws where the engine has no ML-DSA, and for a key of another length, because OpenSSL ignores trailing bytes.
 */
function nativePublicKey(publicKey: Uint8Array): KeyObject {
  if (publicKey.length !== ML_DSA_65_PUBLIC_KEY_BYTES) throw new RangeError('not an ML-DSA-65 key');
  const key = Buffer.concat([SPKI_PREFIX, publicKey]);
  return createPublicKey({ key, format: 'der', type: 'spki' });
}

/** Tests whether the runtime's engine has ML-DSA; Electron and Node before 24.6 lack it. */
export function hasNativeMlDsa(): boolean {
  try {
    nativePublicKey(new Uint8Array(ML_DSA_65_PUBLIC_KEY_BYTES));
    return true;
  } catch {
    return false;
  }
}

export const mlDsa65Verify: Verify = hasNativeMlDsa() ? nativeMlDsa65Verify : nobleMlDsa65Verify;
