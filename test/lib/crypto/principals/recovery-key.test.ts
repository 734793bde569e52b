import { describe, expect, test } from 'vitest';
import { encodeHex, equalBytes } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { generateRecoveryKey, parseRecoveryKey } from '#crypto/principals/recovery-key.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const { text, secret } = generateRecoveryKey();

describe('generateRecoveryKey', () => {
  test('gives 13 groups of five Crockford characters over 32 random bytes', () => {
    expect(text).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){12}[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(secret).toHaveLength(32);
    expect(generateRecoveryKey().text).not.toBe(text);
  });
});

describe('parseRecoveryKey', () => {
  test('reads back any generated key', () => {
    for (let i = 0; i < 50; i += 1) {
      const key = generateRecoveryKey();
      expect(encodeHex(parseRecoveryKey(key.text))).toBe(encodeHex(key.secret));
    }
  });

  test.each([
    ['lower case', text.toLowerCase()],
    ['no hyphens', text.replaceAll('-', '')],
    ['spaces and line ends', ` ${text.replaceAll('-', ' \n')}\t`],
    ['letters O for zero', text.replaceAll('0', 'O')],
    ['letters l and I for one', text.replaceAll('1', 'l').replace('l', 'I')],
  ])('is lenient about %s', (_what, spelling) => {
    expect(equalBytes(parseRecoveryKey(spelling), secret)).toBe(true);
  });

  test('notices any single wrong character', () => {
    for (const [index, character] of [...text].entries()) {
      if (character === '-') continue;
      const wrong = ALPHABET[(ALPHABET.indexOf(character) + 1) % 32] ?? '';
      expect(() => parseRecoveryKey(text.slice(0, index) + wrong + text.slice(index + 1))).toThrow(
        CryptoError,
      );
    }
  });

  test('notices two groups written in the wrong order', () => {
    const groups = text.split('-');
    const [first = '', second = '', ...rest] = groups;
    const swapped = [second, first, ...rest].join('-');
    if (swapped !== text) expect(() => parseRecoveryKey(swapped)).toThrow(CryptoError);
    expect(groups).toHaveLength(13);
  });

  test.each(['', 'hello', text.slice(0, -1), `${text}0`, text.replace(/^./, 'U'), text.replace(/^./, 'é')])(
    'refuses %j',
    (bad) => {
      expect(() => parseRecoveryKey(bad)).toThrow(CryptoError);
    },
  );
});
