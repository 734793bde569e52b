/**
 * X-Wing (X25519 + ML-KEM-768), the only key encapsulation in the product. ML-KEM and the combination are noble's, because
 * Electron's engine has no ML-KEM; the curve, most of the time it takes, is the runtime's where that is proven.
 * A wrong seed does not fail, it gives another secret; the envelope's commitment rejects that.
 * Source: draft-connolly-cfrg-xwing-kem-10.
 */
import { sha3_256, shake256 } from '@noble/hashes/sha3.js';
import { combineKEMS, expandSeedXof } from '@noble/post-quantum/hybrid.js';
import { ml_kem768 } from '@noble/post-quantum/ml-kem.js';
import { concatBytes, utf8, wipe } from '#crypto/bytes.ts';
import { engineX25519, type X25519, x25519Kem } from './x25519.ts';

export const X_WING_SEED_BYTES = 32;
export const X_WING_PUBLIC_KEY_BYTES = 1216;
export const X_WING_ENCAPSULATION_BYTES = 1120;
/** What encapsulation draws; the caller brings it, so that randomness has one source. */
export const X_WING_ENCAPSULATION_RANDOM_BYTES = 64;

const SECRET_BYTES = 32;
const LABEL = utf8('\\.//^\\');

type Parts = readonly Uint8Array[];

/** `SHA3-256(ss_M || ss_X || ct_X || pk_X || label)`; ML-KEM binds its own key and encapsulation. */
function combine(publicKeys: Parts, encapsulations: Parts, secrets: Parts): Uint8Array {
  const [fromMlKem, fromCurve] = secrets;
  const [, sent] = encapsulations;
  const [, publicKey] = publicKeys;
  if (!fromMlKem || !fromCurve || !sent || !publicKey) throw new RangeError('two parts are needed');
  const joined = concatBytes(fromMlKem, fromCurve, sent, publicKey, LABEL);
  const combined = sha3_256(joined);
  wipe(joined);
  return combined;
}

/** X-Wing over a curve of this engine. */
export const xWingOver = (curve: X25519) =>
  combineKEMS(X_WING_SEED_BYTES, SECRET_BYTES, expandSeedXof(shake256), combine, ml_kem768, x25519Kem(curve));

const xWing = xWingOver(engineX25519);

/** 1216 bytes from a 32-byte seed. */
export function deriveXWingPublicKey(seed: Uint8Array): Uint8Array {
  return xWing.getPublicKey(seed);
}

/** @throws Error on a public key of wrong length or with coefficients outside the modulus. */
export function xWingEncapsulate(
  publicKey: Uint8Array,
  random: Uint8Array,
): { sharedSecret: Uint8Array; encapsulation: Uint8Array } {
  if (random.length !== X_WING_ENCAPSULATION_RANDOM_BYTES) throw new RangeError('64 random bytes are needed');
  const { sharedSecret, cipherText } = xWing.encapsulate(publicKey, random);
  return { sharedSecret, encapsulation: cipherText };
}

/** 32 bytes. @throws Error on wrong lengths only, and on a point of low order. */
export function xWingDecapsulate(seed: Uint8Array, encapsulation: Uint8Array): Uint8Array {
  return xWing.decapsulate(encapsulation, seed);
}
