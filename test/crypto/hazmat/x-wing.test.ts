/** X-Wing over either engine's curve is noble's own, bit by bit; an engine that is not X25519 is not taken. */
import { ml_kem768_x25519 } from '@noble/post-quantum/hybrid.js';
import { describe, expect, test } from 'vitest';
import { encodeHex } from '#crypto/bytes.ts';
import {
  deriveXWingPublicKey,
  X_WING_ENCAPSULATION_RANDOM_BYTES,
  xWingDecapsulate,
  xWingEncapsulate,
  xWingOver,
} from '#crypto/hazmat/x-wing.ts';
import { engineX25519, nativeX25519, nobleX25519, provesX25519 } from '#crypto/hazmat/x25519.ts';
import { randomBytes } from '#crypto/random.ts';

describe.each([
  ['native', nativeX25519],
  ['noble', nobleX25519],
] as const)('over the curve of %s', (_name, curve) => {
  test('keys, encapsulations and secrets are those of noble', () => {
    const kem = xWingOver(curve);
    for (let turn = 0; turn < 8; turn += 1) {
      const seed = randomBytes(32);
      const random = randomBytes(X_WING_ENCAPSULATION_RANDOM_BYTES);
      const theirs = ml_kem768_x25519.keygen(seed).publicKey;
      expect(encodeHex(kem.getPublicKey(seed))).toBe(encodeHex(theirs));
      const made = kem.encapsulate(theirs, random);
      const reference = ml_kem768_x25519.encapsulate(theirs, random);
      expect(encodeHex(made.cipherText)).toBe(encodeHex(reference.cipherText));
      expect(encodeHex(made.sharedSecret)).toBe(encodeHex(reference.sharedSecret));
      expect(encodeHex(kem.decapsulate(reference.cipherText, seed))).toBe(encodeHex(reference.sharedSecret));
    }
  });

  test('is proven, and refuses an encapsulation with a point of low order', () => {
    expect(provesX25519(curve)).toBe(true);
    const seed = randomBytes(32);
    const { cipherText } = ml_kem768_x25519.encapsulate(ml_kem768_x25519.keygen(seed).publicKey);
    const weak = Uint8Array.from(cipherText).fill(0, cipherText.length - 32);
    expect(() => xWingOver(curve).decapsulate(weak, seed)).toThrow();
  });
});

test('the product takes the runtime’s curve here, and leaves the caller’s seed and randomness as they were', () => {
  expect(engineX25519).toBe(nativeX25519);
  const seed = randomBytes(32);
  const random = randomBytes(X_WING_ENCAPSULATION_RANDOM_BYTES);
  const before = [encodeHex(seed), encodeHex(random)];
  const { sharedSecret, encapsulation } = xWingEncapsulate(deriveXWingPublicKey(seed), random);
  expect(encodeHex(xWingDecapsulate(seed, encapsulation))).toBe(encodeHex(sharedSecret));
  expect([encodeHex(seed), encodeHex(random)]).toEqual(before);
});

test('an engine that answers wrong, throws, or takes points of low order is not proven', () => {
  expect(provesX25519(() => new Uint8Array(32))).toBe(false);
  expect(
    provesX25519(() => {
      throw new Error('no curve');
    }),
  ).toBe(false);
  const careless = (scalar: Uint8Array, point: Uint8Array) =>
    point.some((byte) => byte !== 0) ? nobleX25519(scalar, point) : new Uint8Array(32);
  expect(provesX25519(careless)).toBe(false);
});
