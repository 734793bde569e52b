/**
 * Tests invalid padding. Padding is authenticated, so only a key holder can produce it, and opening must refuse it.
 */
import { describe, expect, test } from 'vitest';
import { CryptoError } from '#crypto/crypto-error.ts';
import { nativeEngine } from '#crypto/hazmat/symmetric-engine.ts';
import { randomBytes } from '#crypto/random.ts';
import { openAndWipe, prepareOpen } from '#crypto/sealing/seal-subkey.ts';

const NONCE = randomBytes(12);
const AAD = new Uint8Array(0);

/** Seals commitment and padded text without checks, then opens it. */
function open(padded: readonly number[]): Uint8Array {
  const okm = randomBytes(64);
  const ciphertext = new Uint8Array(32 + padded.length + 16);
  ciphertext.set(okm.subarray(32));
  nativeEngine
    .aesGcm(okm.subarray(0, 32))
    .sealInto(ciphertext.subarray(32), NONCE, Uint8Array.from(padded), AAD);
  return openAndWipe(prepareOpen(okm, NONCE, ciphertext, AAD));
}

describe('padding', () => {
  test('ends at its mark', () => {
    expect([...open([1, 2, 0x80, 0, 0])]).toEqual([1, 2]);
    expect([...open([1, 0x80, 0x80])]).toEqual([1, 0x80]);
    expect([...open([0x80])]).toEqual([]);
  });

  test.each([
    ['without a mark', [1, 2, 3]],
    ['with another mark', [1, 2, 0x81, 0]],
    ['of zeros alone', [0, 0, 0]],
  ])('%s does not open', (_what, padded) => {
    expect(() => open(padded)).toThrow(CryptoError);
  });
});
