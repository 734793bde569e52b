/** Tests that page and server encode the same bytes. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hexOf } from '#bytes/hex.ts';
import { decodeBase64Url, encodeBase64Url, encodeHex } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { canonicalJson } from '#crypto/proof/canonical-json.ts';
import { base64UrlOf, bytesOfBase64Url, PortableTlvWriter } from '#crypto/proof/portable-bytes.ts';
import { TlvWriter } from '#crypto/tlv.ts';

const value = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.maxSafeNat(),
  fc.uint8Array({ maxLength: 80 }),
  fc.constant(null),
);

describe('portable bytes', () => {
  test('any fields give the bytes of TlvWriter', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 255 }), value)), (fields) => {
        const [portable, quick] = [new PortableTlvWriter(), new TlvWriter()];
        for (const [tag, content] of fields) {
          portable.field(tag, content);
          quick.field(tag, content);
        }
        expect(hexOf(portable.bytes())).toBe(encodeHex(quick.bytes()));
      }),
    );
  });

  test('what TlvWriter refuses is refused', () => {
    for (const content of [-1, 0.5, Number.MAX_SAFE_INTEGER + 1, '\ud800'])
      expect(() => new PortableTlvWriter().field(1, content)).toThrow(CryptoError);
  });

  test('base64url is that of the server, and as strict', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(base64UrlOf(bytes)).toBe(encodeBase64Url(bytes));
        expect(hexOf(bytesOfBase64Url(encodeBase64Url(bytes)))).toBe(encodeHex(bytes));
      }),
    );
    for (const text of ['AA=', 'AB', 'A', 'A+AA', 'AA A', 'ä']) {
      expect(() => decodeBase64Url(text)).toThrow(CryptoError);
      expect(() => bytesOfBase64Url(text)).toThrow(CryptoError);
    }
  });
});

/** Source: RFC 8785, sections 3.2.2, 3.2.3 and appendix B. */
describe('canonical JSON', () => {
  test('the example of the standard', () => {
    const given = String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],
      "string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`;
    expect(canonicalJson(JSON.parse(given))).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  test('names are ordered by UTF-16 units', () => {
    const names = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 };
    expect(Object.values(JSON.parse(canonicalJson(names)))).toHaveLength(7);
    expect(canonicalJson(names).match(/:(\d)/g)?.join('')).toBe(':2:4:6:7:1:5:3');
  });
});
