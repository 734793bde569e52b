/**
 * X25519 with both engines, for the self-test only: the product uses X25519 inside X-Wing. Both reject an all-zero
 * shared secret (a low-order public key).
 * Source: RFC 7748 section 6.1.
 */
import { createPrivateKey, createPublicKey, diffieHellman } from 'node:crypto';
import { x25519 } from '@noble/curves/ed25519.js';
import { decodeHex } from '#crypto/bytes.ts';

export type X25519 = (privateKey: Uint8Array, publicKey: Uint8Array) => Uint8Array;

const KEY_BYTES = 32;
const PKCS8_PREFIX = decodeHex('302e020100300506032b656e04220420');
const SPKI_PREFIX = decodeHex('302a300506032b656e032100');

export const nativeX25519: X25519 = (privateKey, publicKey) => {
  if (privateKey.length !== KEY_BYTES || publicKey.length !== KEY_BYTES)
    throw new RangeError('keys have 32 bytes');
  return diffieHellman({
    privateKey: createPrivateKey({
      key: Buffer.concat([PKCS8_PREFIX, privateKey]),
      format: 'der',
      type: 'pkcs8',
    }),
    publicKey: createPublicKey({ key: Buffer.concat([SPKI_PREFIX, publicKey]), format: 'der', type: 'spki' }),
  });
};

export const nobleX25519: X25519 = (privateKey, publicKey) => x25519.getSharedSecret(privateKey, publicKey);
