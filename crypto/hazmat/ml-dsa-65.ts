/**
 * ML-DSA-65 from noble (Electron's engine has none), with 32-byte seeds. Signing is hedged: the caller brings
 * 32 random bytes. Keys are expanded from the seed at each signature; signatures are rare (membership changes).
 * Source: FIPS 204.
 */
import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js';

export const ML_DSA_65_PUBLIC_KEY_BYTES = 1952;
export const ML_DSA_65_SIGN_RANDOM_BYTES = 32;

export function deriveMlDsa65PublicKey(seed: Uint8Array): Uint8Array {
  return ml_dsa65.keygen(seed).publicKey;
}

/** 3309 bytes. */
export function mlDsa65Sign(seed: Uint8Array, message: Uint8Array, random: Uint8Array): Uint8Array {
  const { secretKey } = ml_dsa65.keygen(seed);
  const signature = ml_dsa65.sign(message, secretKey, { extraEntropy: random });
  secretKey.fill(0);
  return signature;
}

/** False for anything but a valid signature, malformed keys and signatures included. */
export function mlDsa65Verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return ml_dsa65.verify(signature, message, publicKey);
  } catch {
    return false;
  }
}
