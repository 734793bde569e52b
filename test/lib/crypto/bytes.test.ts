import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeBase64Url,
  decodeHex,
  encodeBase64Url,
  encodeHex,
  equalBytes,
  fromUtf8,
  utf8,
} from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';

describe('decodeBase64Url', () => {
  test('reads back whatever was encoded', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(equalBytes(decodeBase64Url(encodeBase64Url(bytes)), bytes)).toBe(true);
      }),
    );
  });

  test.each([
    ['padding', 'AA=='],
    ['standard alphabet', 'ab+/'],
    ['loose trailing bits', 'AB'],
    ['white space', 'AAAA\n'],
    ['a foreign character inside', 'AA*A'],
    ['a lone character', 'A'],
  ])('refuses %s', (_what, text) => {
    expect(() => decodeBase64Url(text)).toThrow(CryptoError);
  });

  test.each<[string, unknown]>([
    ['an object', {}],
    ['a list of bytes', [1, 2]],
    ['a number', 7],
    ['null', null],
  ])('refuses %s, which a peer may send as JSON instead of text', (_what, value) => {
    const parsed: { text: string } = JSON.parse(JSON.stringify({ text: value }));
    expect(() => decodeBase64Url(parsed.text)).toThrow(CryptoError);
    expect(() => decodeHex(parsed.text)).toThrow(CryptoError);
  });

  test('no two texts decode to the same bytes', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_=+/-]{0,12}$/), (text) => {
        try {
          expect(encodeBase64Url(decodeBase64Url(text))).toBe(text);
        } catch (error) {
          expect(error).toBeInstanceOf(CryptoError);
        }
      }),
    );
  });
});

describe('decodeHex', () => {
  test.each(['0', 'zz', 'AB', '0g', 'ab '])('refuses %j', (text) => {
    expect(() => decodeHex(text)).toThrow(CryptoError);
  });

  test('reads back whatever was encoded', () => {
    const bytes = Uint8Array.of(0, 1, 0xfe, 0xff);
    expect(encodeHex(decodeHex(encodeHex(bytes)))).toBe('0001feff');
  });
});

describe('utf8', () => {
  test('refuses a lone surrogate instead of replacing it', () => {
    expect(() => utf8('a\ud800')).toThrow(CryptoError);
  });

  test('fromUtf8 refuses bytes that are not UTF-8 and keeps a byte order mark', () => {
    expect(() => fromUtf8(Uint8Array.of(0xc3, 0x28))).toThrow(CryptoError);
    expect(fromUtf8(utf8('\ufeffa'))).toBe('\ufeffa');
  });
});

describe('equalBytes', () => {
  test('is false for other lengths and other bytes', () => {
    expect(equalBytes(Uint8Array.of(1), Uint8Array.of(1, 0))).toBe(false);
    expect(equalBytes(Uint8Array.of(1), Uint8Array.of(2))).toBe(false);
    expect(equalBytes(Uint8Array.of(1), Uint8Array.of(1))).toBe(true);
  });
});
