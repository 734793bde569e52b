import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeHex } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { readTlv, type TlvValue, TlvWriter } from '#crypto/tlv.ts';

type Field = readonly [tag: number, value: TlvValue];

function encode(fields: readonly Field[]): Uint8Array {
  const writer = new TlvWriter();
  for (const [tag, value] of fields) writer.field(tag, value);
  return writer.bytes();
}

const fieldValue = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.uint8Array({ maxLength: 40 }),
  fc.uint8Array({ minLength: 600, maxLength: 700 }),
);
const fields = fc.array(fc.tuple(fc.integer({ min: 0, max: 255 }), fieldValue), { maxLength: 8 });

/** Returns a text that is equal for two field lists exactly when their meanings are. */
function meaning(list: readonly Field[]): string {
  return JSON.stringify(
    list.map(([tag, value]) => [
      tag,
      Buffer.from(value instanceof Uint8Array ? value : String(value)).toString('hex'),
    ]),
  );
}

describe('TlvWriter', () => {
  test('two different lists of fields never give the same bytes', () => {
    fc.assert(
      fc.property(fields, fields, (a, b) => {
        expect(encodeHex(encode(a)) === encodeHex(encode(b))).toBe(meaning(a) === meaning(b));
      }),
    );
  });

  test('moving a byte across a joint changes the bytes', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 30 }), fc.nat(30), (text, cut) => {
        const whole = encode([
          [1, text],
          [1, ''],
        ]);
        const split = encode([
          [1, text.slice(0, cut)],
          [1, text.slice(cut)],
        ]);
        expect(encodeHex(whole) === encodeHex(split)).toBe(cut >= text.length);
      }),
    );
  });

  test('what is written reads back', () => {
    fc.assert(
      fc.property(fields, (list) => {
        const values = readTlv(
          encode(list),
          list.map(([tag]) => tag),
        );
        expect(meaning(list.map(([tag], index) => [tag, values[index] ?? null]))).toBe(meaning(list));
      }),
    );
  });

  test('null is left out and differs from the empty text', () => {
    expect(encode([[1, null]])).toHaveLength(0);
    expect(encode([[1, '']])).toHaveLength(5);
  });

  test('a number takes eight bytes, most significant first', () => {
    expect(encodeHex(encode([[9, 2 ** 40 + 5]]))).toBe('09000000080000010000000005');
  });

  test.each([-1, 1.5, Number.NaN, 2 ** 53])('refuses the number %d', (value) => {
    expect(() => encode([[1, value]])).toThrow(CryptoError);
  });

  test('refuses a lone surrogate', () => {
    expect(() => encode([[1, '\udfff']])).toThrow(CryptoError);
  });
});

describe('readTlv', () => {
  const bytes = encode([
    [1, 'ab'],
    [2, 'c'],
  ]);

  test.each([
    ['another order of tags', bytes, [2, 1]],
    ['a missing field', bytes, [1, 2, 3]],
    ['a field too many', bytes, [1]],
    ['a length past the end', bytes.subarray(0, bytes.length - 1), [1, 2]],
    ['half a header', bytes.subarray(0, 9), [1, 2]],
  ])('refuses %s', (_what, input, tags) => {
    expect(() => readTlv(input, tags)).toThrow(CryptoError);
  });
});
