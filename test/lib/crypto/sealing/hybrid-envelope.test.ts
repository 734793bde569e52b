import { describe, expect, test } from 'vitest';
import { concatBytes, encodeBase64Url, equalBytes, utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { xWingDecapsulate } from '#crypto/hazmat/x-wing.ts';
import { randomBytes } from '#crypto/random.ts';
import { sealPacked } from '#crypto/sealing/envelope.ts';
import {
  deriveHybridPublicKey,
  openHybrid,
  openHybridPacked,
  packHybrid,
  sealHybrid,
  sealHybridPacked,
  unpackHybrid,
} from '#crypto/sealing/hybrid-envelope.ts';
import { CONTEXTS } from '#test/lib/crypto/support/contexts.ts';
import { flipBit } from '#test/lib/crypto/support/tamper.ts';
import { idOf } from '#test/support/ids.ts';

const seed = randomBytes(32);
const publicKey = deriveHybridPublicKey(seed);
const context = CONTEXTS.grant;
const plaintext = utf8('thirty-two bytes of a group key!');
const packed = sealHybridPacked(publicKey, plaintext, context);

describe('openHybrid', () => {
  test('opens what was sealed, in both forms', () => {
    const envelope = sealHybrid(publicKey, plaintext, context);
    expect(equalBytes(openHybrid(seed, envelope, context), plaintext)).toBe(true);
    expect(equalBytes(openHybridPacked(seed, packed, context, publicKey), plaintext)).toBe(true);
    expect(unpackHybrid(packHybrid(envelope))).toEqual(envelope);
  });

  test('a wrong seed gives another secret without complaint, and the envelope still refuses', () => {
    const other = randomBytes(32);
    expect(xWingDecapsulate(other, packed.subarray(1, 1121))).toHaveLength(32);
    expect(() => openHybridPacked(other, packed, context)).toThrow(CryptoError);
  });

  test('refuses a public key that is not the seed’s', () => {
    const otherKey = deriveHybridPublicKey(randomBytes(32));
    expect(() => openHybridPacked(seed, packed, context, otherKey)).toThrow(CryptoError);
  });

  test('refuses a flipped bit anywhere', () => {
    const spots = [0, 8, 8 * 500, 8 * 1100, 8 * 1120, 8 * 1121, 8 * 1133, 8 * 1165, packed.length * 8 - 1];
    for (const bit of spots)
      expect(() => openHybridPacked(seed, flipBit(packed, bit), context)).toThrow(CryptoError);
  });

  test('refuses other contexts', () => {
    expect(() => openHybridPacked(seed, packed, CONTEXTS.admin)).toThrow(CryptoError);
    expect(() => openHybridPacked(seed, packed, { ...context, workspace_id: idOf('other') })).toThrow(
      CryptoError,
    );
  });

  test('refuses truncated and extended forms', () => {
    for (const length of [0, 1, 1120, 1132, 1133, 1165, packed.length - 1]) {
      expect(() => openHybridPacked(seed, packed.subarray(0, length), context)).toThrow(CryptoError);
    }
    expect(() => openHybridPacked(seed, concatBytes(packed, Uint8Array.of(0)), context)).toThrow(CryptoError);
  });

  test('refuses a symmetric envelope and a seed of wrong length', () => {
    expect(() => openHybridPacked(seed, sealPacked(seed, plaintext, context, 1), context)).toThrow(
      CryptoError,
    );
    expect(() => openHybridPacked(seed.subarray(1), packed, context)).toThrow(CryptoError);
  });

  test('refuses non-canonical spellings', () => {
    const envelope = unpackHybrid(packed);
    expect(() => openHybrid(seed, { ...envelope, salt: `${envelope.salt}=` }, context)).toThrow(CryptoError);
    expect(() =>
      openHybrid(seed, { ...envelope, nonce: encodeBase64Url(new Uint8Array(13)) }, context),
    ).toThrow(CryptoError);
  });
});

describe('sealHybrid', () => {
  test('never gives the same bytes twice', () => {
    const again = sealHybridPacked(publicKey, plaintext, context);
    expect(equalBytes(again.subarray(1, 1121), packed.subarray(1, 1121))).toBe(false);
  });

  test.each([
    ['short', publicKey.subarray(1)],
    ['outside the modulus', new Uint8Array(1216).fill(0xff)],
    ['with an X25519 share of low order', concatBytes(publicKey.subarray(0, 1184), new Uint8Array(32))],
  ])('refuses a public key that is %s', (_what, bad) => {
    expect(() => sealHybridPacked(bad, plaintext, context)).toThrow(CryptoError);
  });
});
