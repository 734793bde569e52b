import { describe, expect, test } from 'vitest';
import { VaultError } from '#contract/errors/vault-error.ts';
import { utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { generateDek } from '#crypto/keys/key-types.ts';
import { sealPacked } from '#crypto/sealing/envelope.ts';
import { openJson, sealJson } from '#crypto/sealing/sealed-json.ts';
import { CONTEXTS } from '#test/lib/crypto/support/contexts.ts';

const key = generateDek();
const context = CONTEXTS.index;
const open = (packed: Uint8Array, newest = 3) => openJson<unknown>(key, packed, context, newest);
const bare = (json: string) => sealPacked(key, utf8(json), context, 64);

describe('sealJson and openJson', () => {
  test('give back the content with the schema it was sealed with', () => {
    const content = { record: { title: 'CT', list: [1, null] } };
    expect(open(sealJson(key, { schema: 2, content }, context, 64))).toEqual({ schema: 2, content });
    expect(open(sealJson(key, { schema: 3, content: null }, context, 64))).toEqual({
      schema: 3,
      content: null,
    });
  });

  test('take a bare object for schema 1, whatever its keys', () => {
    for (const content of [{}, { schema: 9, content: { a: 1 } }, { 0: 2, 1: {} }]) {
      expect(open(bare(JSON.stringify(content)))).toEqual({ schema: 1, content });
    }
  });

  test('refuse a newer schema without a guess', () => {
    const packed = sealJson(key, { schema: 4, content: {} }, context, 64);
    expect(() => open(packed)).toThrow(VaultError);
    expect(() => open(packed)).toThrow(/newer version/);
  });

  test.each(['[1,{}]', '[0,{}]', '["2",{}]', '[2.5,{}]', '[]'])('refuse %s', (json) => {
    expect(() => open(bare(json))).toThrow(CryptoError);
  });

  test('refuse another key and another context', () => {
    const packed = sealJson(key, { schema: 2, content: {} }, context, 64);
    expect(() => openJson(generateDek(), packed, context, 2)).toThrow(CryptoError);
    expect(() => openJson(key, packed, CONTEXTS.draft, 2)).toThrow(CryptoError);
  });
});
