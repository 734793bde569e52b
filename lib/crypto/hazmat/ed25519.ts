/**
 * Ed25519 with 32-byte seeds: node:crypto where a known-answer test passes, else noble. Electron's engine has
 * the curve, but its own test run leaves it out, so the choice is proven at load, not assumed.
 * Source: RFC 8032; vector 7.1 TEST 2.
 */
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { ed25519 as nobleCurve } from '@noble/curves/ed25519.js';
import { allocSecretBytes, decodeHex, equalBytes, wipe } from '#crypto/bytes.ts';

export interface Ed25519 {
  derivePublicKey(seed: Uint8Array): Uint8Array;
  sign(seed: Uint8Array, message: Uint8Array): Uint8Array;
  /** Verifies an Ed25519 signature. False for anything else, malformed keys and signatures included. */
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
}

const PKCS8_PREFIX = decodeHex('302e020100300506032b657004220420');
const SPKI_PREFIX = decodeHex('302a300506032b6570032100');
const KEY_BYTES = 32;

function privateKeyOf(seed: Uint8Array) {
  if (seed.length !== KEY_BYTES) throw new RangeError('an Ed25519 seed has 32 bytes');
  // In its own buffer, because Buffer.concat would leave the seed in the shared pool.
  const der = allocSecretBytes(PKCS8_PREFIX.length + KEY_BYTES);
  der.set(PKCS8_PREFIX);
  der.set(seed, PKCS8_PREFIX.length);
  try {
    return createPrivateKey({ key: Buffer.from(der.buffer), format: 'der', type: 'pkcs8' });
  } finally {
    wipe(der);
  }
}

export const nativeEd25519: Ed25519 = {
  derivePublicKey: (seed) =>
    createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' }).subarray(SPKI_PREFIX.length),
  sign: (seed, message) => sign(null, message, privateKeyOf(seed)),
  verify(publicKey, message, signature) {
    if (publicKey.length !== KEY_BYTES) return false;
    try {
      const key = Buffer.concat([SPKI_PREFIX, publicKey]);
      return verify(null, message, createPublicKey({ key, format: 'der', type: 'spki' }), signature);
    } catch {
      return false;
    }
  },
};

export const nobleEd25519: Ed25519 = {
  derivePublicKey: (seed) => nobleCurve.getPublicKey(seed),
  sign: (seed, message) => nobleCurve.sign(message, seed),
  verify(publicKey, message, signature) {
    try {
      return nobleCurve.verify(signature, message, publicKey, { zip215: false });
    } catch {
      return false;
    }
  },
};

const KNOWN = {
  seed: decodeHex('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb'),
  publicKey: decodeHex('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c'),
  message: Uint8Array.of(0x72),
  signature: decodeHex(
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ),
} as const;

/** True when the engine reproduces RFC 8032 and rejects a changed message. */
export function provesEd25519(engine: Ed25519): boolean {
  try {
    return (
      equalBytes(KNOWN.publicKey, engine.derivePublicKey(KNOWN.seed)) &&
      equalBytes(KNOWN.signature, engine.sign(KNOWN.seed, KNOWN.message)) &&
      engine.verify(KNOWN.publicKey, KNOWN.message, KNOWN.signature) &&
      !engine.verify(KNOWN.publicKey, Uint8Array.of(0x73), KNOWN.signature)
    );
  } catch {
    return false;
  }
}

export const ed25519: Ed25519 = provesEd25519(nativeEd25519) ? nativeEd25519 : nobleEd25519;
