import { describe, expect, test } from 'vitest';
import { encodeHex, utf8 } from '#crypto/bytes.ts';
import { sha256, sha256Hex } from '#crypto/sha256.ts';

const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

describe('sha256', () => {
  test('gives the published digest, over one part or several', () => {
    expect(encodeHex(sha256(utf8('abc')))).toBe(ABC);
    expect(encodeHex(sha256(utf8('a'), utf8('bc')))).toBe(ABC);
  });

  test('gives the same digest as text', () => {
    expect(sha256Hex(utf8('abc'))).toBe(ABC);
  });
});
