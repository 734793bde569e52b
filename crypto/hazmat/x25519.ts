/**
 * X25519 in both engines, and as the curve inside X-Wing: node:crypto where a known-answer test passes, which takes an
 * eighth of the time, else noble. Electron's engine has the curve, but its own test run leaves it out, so the choice is
 * proven at load, not assumed. Both reject a shared secret of zeros (a low-order public key).
 * Source: RFC 7748 sections 5 and 6.1.
 */
import { createPrivateKey, createPublicKey, diffieHellman } from 'node:crypto';
import { x25519 } from '@noble/curves/ed25519.js';
import { _ecdhKem } from '@noble/post-quantum/hybrid.js';
import { decodeHex, equalBytes, wipe } from '#crypto/bytes.ts';

export type X25519 = (privateKey: Uint8Array, publicKey: Uint8Array) => Uint8Array<ArrayBuffer>;

const KEY_BYTES = 32;
const PKCS8_PREFIX = decodeHex('302e020100300506032b656e04220420');
const SPKI_PREFIX = decodeHex('302a300506032b656e032100');
const BASE_POINT = Uint8Array.from({ length: KEY_BYTES }, (_, at) => (at === 0 ? 9 : 0));

export const nativeX25519: X25519 = (privateKey, publicKey) => {
  if (privateKey.length !== KEY_BYTES || publicKey.length !== KEY_BYTES)
    throw new RangeError('keys have 32 bytes');
  const key = Buffer.concat([PKCS8_PREFIX, privateKey]);
  try {
    const secret = diffieHellman({
      privateKey: createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
      publicKey: createPublicKey({
        key: Buffer.concat([SPKI_PREFIX, publicKey]),
        format: 'der',
        type: 'spki',
      }),
    });
    return Uint8Array.from(secret);
  } finally {
    wipe(key);
  }
};

export const nobleX25519: X25519 = (privateKey, publicKey) => x25519.getSharedSecret(privateKey, publicKey);

const KNOWN = {
  scalar: decodeHex('a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4'),
  point: decodeHex('e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c'),
  product: decodeHex('c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552'),
} as const;

/** True when the engine reproduces RFC 7748's first vector and rejects a point of low order. */
export function provesX25519(engine: X25519): boolean {
  try {
    if (!equalBytes(KNOWN.product, engine(KNOWN.scalar, KNOWN.point))) return false;
  } catch {
    return false;
  }
  try {
    engine(KNOWN.scalar, new Uint8Array(KEY_BYTES));
    return false;
  } catch {
    return true;
  }
}

/** The curve as noble's key encapsulation takes it, computed by `engine`. */
export function x25519Kem(engine: X25519) {
  const publicKeyOf = (secretKey: Uint8Array) => engine(secretKey, BASE_POINT);
  return _ecdhKem({
    ...x25519,
    keygen(seed?: Uint8Array) {
      if (seed === undefined) throw new RangeError('randomness comes from the caller');
      const secretKey = Uint8Array.from(seed);
      return { secretKey, publicKey: publicKeyOf(secretKey) };
    },
    getPublicKey: publicKeyOf,
    getSharedSecret: engine,
  });
}

export const engineX25519: X25519 = provesX25519(nativeX25519) ? nativeX25519 : nobleX25519;
