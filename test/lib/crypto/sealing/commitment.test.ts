/**
 * Tests key commitment. Raw AES-GCM does not commit to its key, so one ciphertext can be valid under two. Builds such
 * a ciphertext, which both raw engines accept twice and the envelope refuses.
 */
import { createCipheriv } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { concatBytes, utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { hkdf } from '#crypto/hazmat/hkdf.ts';
import { nativeEngine, nobleEngine } from '#crypto/hazmat/symmetric-engine.ts';
import { generateDek } from '#crypto/keys/key-types.ts';
import { randomBytes } from '#crypto/random.ts';
import { encodeContext } from '#crypto/sealing/context-bytes.ts';
import { openPacked } from '#crypto/sealing/envelope.ts';
import { sha256 } from '#crypto/sha256.ts';
import { CONTEXTS } from '#test/lib/crypto/support/contexts.ts';
import { invert, multiply, power, toBlock, toElement } from '#test/lib/crypto/support/gf128.ts';

const context = CONTEXTS.version;
const aad = sha256(encodeContext(context));
const nonce = randomBytes(12);
const salt = randomBytes(32);

/** Derives the same bytes as `envelope.ts`, as an attacker with the key could. */
function deriveOkm(key: Uint8Array): { subkey: Uint8Array; commitment: Uint8Array } {
  const info = concatBytes(utf8('srv.v1/seal/sym/aes-256-gcm\0'), nonce, aad);
  const okm = hkdf(nobleEngine.hmac, 'sha512', key, salt, info, 64);
  return { subkey: okm.subarray(0, 32), commitment: okm.subarray(32) };
}

function encryptBlock(key: Uint8Array, block: Uint8Array): bigint {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  return toElement(cipher.update(block));
}

/** Returns the parts of a GCM tag over `aad` and one block that do not depend on that block. */
function tagParts(subkey: Uint8Array): { h: bigint; constant: bigint } {
  const h = encryptBlock(subkey, new Uint8Array(16));
  const mask = encryptBlock(subkey, concatBytes(nonce, Uint8Array.of(0, 0, 0, 1)));
  const lengths = (BigInt(aad.length * 8) << 64n) | 128n;
  const first = multiply(toElement(aad.subarray(0, 16)), power(h, 4n));
  const second = multiply(toElement(aad.subarray(16)), power(h, 3n));
  return { h, constant: mask ^ first ^ second ^ multiply(lengths, h) };
}

/** Builds one ciphertext block and tag that are valid under both subkeys. */
function makeSalamander(subkeyA: Uint8Array, subkeyB: Uint8Array): Uint8Array {
  const a = tagParts(subkeyA);
  const b = tagParts(subkeyB);
  const slope = power(a.h, 2n) ^ power(b.h, 2n);
  const block = multiply(a.constant ^ b.constant, invert(slope));
  const tag = a.constant ^ multiply(block, power(a.h, 2n));
  return concatBytes(toBlock(block), toBlock(tag));
}

describe('commitment', () => {
  const keyA = generateDek();
  const keyB = generateDek();
  const a = deriveOkm(keyA);
  const b = deriveOkm(keyB);
  const salamander = makeSalamander(a.subkey, b.subkey);

  test.each([nativeEngine, nobleEngine])(
    'raw GCM of $name accepts one ciphertext under two keys',
    (engine) => {
      for (const subkey of [a.subkey, b.subkey]) {
        expect(engine.aesGcm(subkey).openInto(new Uint8Array(16), nonce, salamander, aad)).toBe(true);
      }
      expect(engine.aesGcm(generateDek()).openInto(new Uint8Array(16), nonce, salamander, aad)).toBe(false);
    },
  );

  test('the envelope refuses it under the key it does not commit to', () => {
    const header = concatBytes(Uint8Array.of(1), salt, nonce);
    expect(() => openPacked(keyB, concatBytes(header, a.commitment, salamander), context)).toThrow(
      CryptoError,
    );
    expect(() => openPacked(keyA, concatBytes(header, b.commitment, salamander), context)).toThrow(
      CryptoError,
    );
  });

  test('no commitment is accepted by two keys', () => {
    expect(Buffer.from(a.commitment).equals(b.commitment)).toBe(false);
  });
});
