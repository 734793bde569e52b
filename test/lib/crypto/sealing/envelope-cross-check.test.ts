/** Opens sealed data with a second implementation of both suites, written from the design using only noble. */
import { gcm } from '@noble/ciphers/aes.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { ml_kem768_x25519 } from '@noble/post-quantum/hybrid.js';
import { describe, expect, test } from 'vitest';
import { encodeHex, utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { nativeEngine, nobleEngine } from '#crypto/hazmat/symmetric-engine.ts';
import { generateDek } from '#crypto/keys/key-types.ts';
import { randomBytes } from '#crypto/random.ts';
import { encodeContext, type SealContext } from '#crypto/sealing/context-bytes.ts';
import { openPacked, sealPacked } from '#crypto/sealing/envelope.ts';
import {
  deriveHybridPublicKey,
  openHybridPacked,
  sealHybridPacked,
} from '#crypto/sealing/hybrid-envelope.ts';
import { CONTEXTS } from '#test/lib/crypto/support/contexts.ts';

const ZERO = Uint8Array.of(0);

function openBody(okm: Uint8Array, nonce: Uint8Array, body: Uint8Array, context: SealContext): string {
  expect(encodeHex(body.subarray(0, 32))).toBe(encodeHex(okm.subarray(32)));
  const aad = sha256(encodeContext(context));
  const padded = gcm(okm.subarray(0, 32), nonce, aad).decrypt(body.subarray(32));
  return Buffer.from(padded.subarray(0, padded.lastIndexOf(0x80))).toString('utf8');
}

function sealBody(okm: Uint8Array, nonce: Uint8Array, padded: Uint8Array, context: SealContext): Uint8Array {
  const aad = sha256(encodeContext(context));
  return concatBytes(okm.subarray(32), gcm(okm.subarray(0, 32), nonce, aad).encrypt(padded));
}

function symmetricOkm(
  key: Uint8Array,
  salt: Uint8Array,
  nonce: Uint8Array,
  context: SealContext,
): Uint8Array {
  const info = concatBytes(
    utf8ToBytes('srv.v1/seal/sym/aes-256-gcm'),
    ZERO,
    nonce,
    sha256(encodeContext(context)),
  );
  return hkdf(sha512, key, salt.subarray(1), info, 64);
}

function hybridOkm(
  secret: Uint8Array,
  enc: Uint8Array,
  publicKey: Uint8Array,
  nonce: Uint8Array,
  context: SealContext,
) {
  const bound = sha256(concatBytes(enc, publicKey, encodeContext(context)));
  const info = concatBytes(utf8ToBytes('aes-256-gcm'), ZERO, nonce, bound);
  return hkdf(sha512, secret, utf8ToBytes('srv.v1/seal/xwing'), info, 64);
}

describe('bodies of several slices', () => {
  const SLICE = 256 * 1024;
  test.each([SLICE - 1, SLICE, SLICE + 1, 3 * SLICE + 5])(
    '%d bytes are alike in both engines, and sealed and opened where they lie',
    (length) => {
      const key = randomBytes(32);
      const nonce = randomBytes(12);
      const aad = randomBytes(32);
      const plaintext = new Uint8Array(length).map((_, at) => at % 251);
      const target = new Uint8Array(length + 16);
      target.set(plaintext);
      nativeEngine.aesGcm(key).sealInto(target, nonce, target.subarray(0, length), aad);
      const reference = gcm(key, nonce, aad).encrypt(plaintext);
      expect(Buffer.compare(target, reference)).toBe(0);
      for (const engine of [nativeEngine, nobleEngine]) {
        const opened = new Uint8Array(length);
        expect(engine.aesGcm(key).openInto(opened, nonce, target, aad)).toBe(true);
        expect(Buffer.compare(opened, plaintext)).toBe(0);
        const inPlace = Uint8Array.from(target);
        const where = inPlace.subarray(0, length);
        expect(engine.aesGcm(key).openInto(where, nonce, inPlace, aad)).toBe(true);
        expect(Buffer.compare(where, plaintext)).toBe(0);
      }
      target[length] = (target[length] ?? 0) ^ 1;
      for (const engine of [nativeEngine, nobleEngine]) {
        const opened = new Uint8Array(length).fill(7);
        expect(engine.aesGcm(key).openInto(opened, nonce, target, aad)).toBe(false);
        expect(opened.every((byte) => byte === 0)).toBe(true);
      }
    },
  );
});

describe('suite 0x01', () => {
  const key = generateDek();
  const context = CONTEXTS.index;

  test('the second implementation opens what the product sealed', () => {
    const packed = sealPacked(key, utf8('summary'), context, 256);
    const [salt, nonce] = [packed.subarray(0, 33), packed.subarray(33, 45)];
    expect(openBody(symmetricOkm(key, salt, nonce, context), nonce, packed.subarray(45), context)).toBe(
      'summary',
    );
  });

  test('the product opens what the second implementation sealed', () => {
    const salt = concatBytes(Uint8Array.of(1), randomBytes(32));
    const nonce = randomBytes(12);
    const padded = concatBytes(utf8ToBytes('summary'), Uint8Array.of(0x80), new Uint8Array(248));
    const body = sealBody(symmetricOkm(key, salt, nonce, context), nonce, padded, context);
    expect(Buffer.from(openPacked(key, concatBytes(salt, nonce, body), context)).toString()).toBe('summary');
  });
});

describe('padding', () => {
  const key = generateDek();
  const context = CONTEXTS.index;

  test.each([
    ['only zeros', new Uint8Array(256)],
    ['no mark before the zeros', concatBytes(utf8ToBytes('summary'), new Uint8Array(249))],
    ['another mark', concatBytes(utf8ToBytes('summary'), Uint8Array.of(0x81), new Uint8Array(248))],
  ])('an authentic body with %s is refused', (_what, padded) => {
    const salt = concatBytes(Uint8Array.of(1), randomBytes(32));
    const nonce = randomBytes(12);
    const body = sealBody(symmetricOkm(key, salt, nonce, context), nonce, padded, context);
    expect(() => openPacked(key, concatBytes(salt, nonce, body), context)).toThrow(CryptoError);
  });
});

describe('suite 0x02', () => {
  const seed = randomBytes(32);
  const publicKey = deriveHybridPublicKey(seed);
  const context = CONTEXTS.grant;

  test('the second implementation opens what the product sealed', () => {
    const packed = sealHybridPacked(publicKey, utf8('group key'), context);
    const [enc, nonce] = [packed.subarray(1, 1121), packed.subarray(1121, 1133)];
    const secret = ml_kem768_x25519.decapsulate(enc, seed);
    const okm = hybridOkm(secret, enc, publicKey, nonce, context);
    expect(openBody(okm, nonce, packed.subarray(1133), context)).toBe('group key');
  });

  test('the product opens what the second implementation sealed', () => {
    const { cipherText, sharedSecret } = ml_kem768_x25519.encapsulate(publicKey);
    const nonce = randomBytes(12);
    const padded = concatBytes(utf8ToBytes('group key'), Uint8Array.of(0x80), new Uint8Array(54));
    const body = sealBody(
      hybridOkm(sharedSecret, cipherText, publicKey, nonce, context),
      nonce,
      padded,
      context,
    );
    const packed = concatBytes(Uint8Array.of(2), cipherText, nonce, body);
    expect(Buffer.from(openHybridPacked(seed, packed, context)).toString()).toBe('group key');
  });
});
