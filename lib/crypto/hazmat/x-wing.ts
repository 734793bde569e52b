/**
 * X-Wing (X25519 + ML-KEM-768), the product's only key encapsulation, from noble, because Electron's engine has no
 * ML-KEM. A wrong seed gives a different secret instead of an error; the envelope's commitment detects that.
 * Source: draft-connolly-cfrg-xwing-kem-10.
 */
import { ml_kem768_x25519 as xWing } from '@noble/post-quantum/hybrid.js';

export const X_WING_SEED_BYTES = 32;
export const X_WING_PUBLIC_KEY_BYTES = 1216;
export const X_WING_ENCAPSULATION_BYTES = 1120;
/** Random bytes that encapsulation needs; passed by the caller, so that randomness has one source. */
export const X_WING_ENCAPSULATION_RANDOM_BYTES = 64;

/** Derives the X-Wing public key (1216 bytes) from a 32-byte seed. */
export function deriveXWingPublicKey(seed: Uint8Array): Uint8Array {
  return xWing.keygen(seed).publicKey;
}

/**
 * Encapsulates a shared secret to a public key.
 * @throws Error on a public key of wrong length or with coefficients outside the modulus.
 */
export function xWingEncapsulate(
  publicKey: Uint8Array,
  random: Uint8Array,
): { sharedSecret: Uint8Array; encapsulation: Uint8Array } {
  if (random.length !== X_WING_ENCAPSULATION_RANDOM_BYTES) throw new RangeError('64 random bytes are needed');
  const { sharedSecret, cipherText } = xWing.encapsulate(publicKey, random);
  return { sharedSecret, encapsulation: cipherText };
}

/** 32 bytes. @throws Error on wrong lengths only. */
export function xWingDecapsulate(seed: Uint8Array, encapsulation: Uint8Array): Uint8Array {
  return xWing.decapsulate(encapsulation, seed);
}
