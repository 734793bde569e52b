import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concatBytes, decodeBase64Url, encodeBase64Url, equalBytes, utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { generateDek } from '#crypto/keys/key-types.ts';
import type { SealContext } from '#crypto/sealing/context-bytes.ts';
import {
  openEnvelope,
  openPacked,
  packEnvelope,
  sealEnvelope,
  sealPacked,
  unpackEnvelope,
} from '#crypto/sealing/envelope.ts';
import { CONTEXTS } from '#test/lib/crypto/support/contexts.ts';
import { flipBit } from '#test/lib/crypto/support/tamper.ts';
import { idOf } from '#test/support/ids.ts';

const key = generateDek();
const context = CONTEXTS.version;
const plaintext = utf8('{"legal_name":"Ada Lovelace"}');
const OVERHEAD_BYTES = 33 + 12 + 32 + 16;

describe('sealPacked', () => {
  test('opens to what was sealed, for any content and padding', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 700 }), fc.constantFrom(1, 32, 64, 256), (content, padTo) => {
        const packed = sealPacked(key, content, context, padTo);
        expect(equalBytes(openPacked(key, packed, context), content)).toBe(true);
        expect((packed.length - OVERHEAD_BYTES) % padTo).toBe(0);
      }),
    );
  });

  test('content that looks like padding survives', () => {
    for (const content of [
      Uint8Array.of(0x80),
      Uint8Array.of(0x80, 0, 0),
      Uint8Array.of(0, 0),
      new Uint8Array(64),
    ]) {
      expect(equalBytes(openPacked(key, sealPacked(key, content, context, 64), context), content)).toBe(true);
    }
  });

  test('names of different length have one sealed length', () => {
    const lengths = ['a', 'a longer name.dcm', 'x'.repeat(31)].map(
      (name) => sealPacked(key, utf8(name), CONTEXTS.name, 32).length,
    );
    expect(new Set(lengths).size).toBe(1);
  });

  test('the same content never gives the same bytes', () => {
    const a = sealPacked(key, plaintext, context, 64);
    const b = sealPacked(key, plaintext, context, 64);
    expect(equalBytes(a.subarray(1, 33), b.subarray(1, 33))).toBe(false);
    expect(equalBytes(a.subarray(45), b.subarray(45))).toBe(false);
  });

  test('leaves the caller’s key and content as they were', () => {
    const ownKey = Uint8Array.from(key);
    const ownContent = Uint8Array.from(plaintext);
    openPacked(ownKey, sealPacked(ownKey, ownContent, context, 64), context);
    expect(equalBytes(ownKey, key) && equalBytes(ownContent, plaintext)).toBe(true);
  });

  test.each([
    ['wiped', new Uint8Array(32)],
    ['short', new Uint8Array(31).fill(1)],
    ['long', new Uint8Array(33).fill(1)],
  ])('refuses a %s key', (_what, bad) => {
    expect(() => sealPacked(bad, plaintext, context, 64)).toThrow(CryptoError);
    expect(() => openPacked(bad, sealPacked(key, plaintext, context, 64), context)).toThrow(CryptoError);
  });
});

describe('openPacked', () => {
  const packed = sealPacked(key, plaintext, context, 64);

  test('refuses another key', () => {
    expect(() => openPacked(generateDek(), packed, context)).toThrow(CryptoError);
  });

  test('refuses every single flipped bit', () => {
    for (let bit = 0; bit < packed.length * 8; bit += 1) {
      expect(() => openPacked(key, flipBit(packed, bit), context)).toThrow(CryptoError);
    }
  });

  test('refuses every shorter and some longer forms, short tags among them', () => {
    for (let length = 0; length < packed.length; length += 1) {
      expect(() => openPacked(key, packed.subarray(0, length), context)).toThrow(CryptoError);
    }
    expect(() => openPacked(key, concatBytes(packed, Uint8Array.of(0)), context)).toThrow(CryptoError);
  });

  test('refuses the context of every other slot', () => {
    for (const other of Object.values(CONTEXTS).filter((candidate) => candidate !== context)) {
      expect(() => openPacked(key, packed, other)).toThrow(CryptoError);
    }
  });

  test('refuses a context that differs in one field only', () => {
    const variants: SealContext[] = [
      { ...context, workspace_id: idOf(CONTEXTS.version.security_group_id) },
      { ...context, security_group_id: '' },
      ...Object.keys(context.fields).map((name) => ({
        ...context,
        fields: { ...context.fields, [name]: null },
      })),
    ];
    expect(variants.length).toBeGreaterThan(9);
    for (const variant of variants) expect(() => openPacked(key, packed, variant)).toThrow(CryptoError);
  });

  test('refuses parts of two envelopes joined', () => {
    const other = sealPacked(key, plaintext, context, 64);
    for (const cut of [1, 33, 45, 77, packed.length - 16]) {
      const joined = concatBytes(packed.subarray(0, cut), other.subarray(cut));
      const same = equalBytes(joined, packed) || equalBytes(joined, other);
      if (!same) expect(() => openPacked(key, joined, context)).toThrow(CryptoError);
    }
  });

  test('says the same whatever failed', () => {
    const messages = [flipBit(packed, 3), flipBit(packed, 400), flipBit(packed, packed.length * 8 - 1)].map(
      (bad) => {
        try {
          openPacked(key, bad, context);
          return 'opened';
        } catch (error) {
          return `${String(error)} ${String(error instanceof Error && error.cause)}`;
        }
      },
    );
    expect(new Set(messages).size).toBe(1);
  });
});

describe('openEnvelope', () => {
  const envelope = sealEnvelope(key, plaintext, context, 64);

  test('opens what sealEnvelope made, and the packed form says the same', () => {
    expect(equalBytes(openEnvelope(key, envelope, context), plaintext)).toBe(true);
    expect(unpackEnvelope(packEnvelope(envelope))).toEqual(envelope);
    expect(equalBytes(openPacked(key, packEnvelope(envelope), context), plaintext)).toBe(true);
  });

  test.each(['salt', 'nonce', 'ciphertext'] as const)('has exactly one spelling of its %s', (field) => {
    const text = envelope[field];
    const spellings = [
      `${text}=`,
      `${text}\n`,
      ` ${text}`,
      `${text}A`,
      text.replaceAll('_', '/').replaceAll('-', '+'),
    ];
    for (const spelling of spellings.filter((candidate) => candidate !== text)) {
      expect(() => openEnvelope(key, { ...envelope, [field]: spelling }, context)).toThrow(CryptoError);
    }
  });

  test('has no spelling with other trailing bits', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const ciphertext = sealEnvelope(key, new Uint8Array(1), context, 1).ciphertext;
    const last = ciphertext.at(-1) ?? '';
    const others = [...alphabet].filter((character) => character !== last);
    const accepted = others.filter((character) => {
      try {
        return decodeBase64Url(ciphertext.slice(0, -1) + character).length > 0;
      } catch {
        return false;
      }
    });
    for (const character of accepted) {
      const changed = { ...envelope, ciphertext: ciphertext.slice(0, -1) + character };
      expect(() => openEnvelope(key, changed, context)).toThrow(CryptoError);
    }
    expect(accepted.length).toBeLessThan(others.length);
  });

  test.each([
    ['salt', 32],
    ['salt', 34],
    ['nonce', 11],
    ['nonce', 13],
  ] as const)('refuses a %s of %d bytes', (field, length) => {
    const bytes = new Uint8Array(length).fill(1);
    const changed = { ...envelope, [field]: encodeBase64Url(bytes) };
    expect(() => packEnvelope(changed)).toThrow(CryptoError);
    expect(() => openEnvelope(key, changed, context)).toThrow(CryptoError);
  });

  test('refuses another suite byte, the hybrid one too', () => {
    const salt = decodeBase64Url(envelope.salt);
    for (const suite of [0x00, 0x02, 0xff]) {
      const changed = encodeBase64Url(concatBytes(Uint8Array.of(suite), salt.subarray(1)));
      expect(() => packEnvelope({ ...envelope, salt: changed })).toThrow(CryptoError);
      expect(() => openEnvelope(key, { ...envelope, salt: changed }, context)).toThrow(CryptoError);
    }
  });
});
