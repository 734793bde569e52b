import { describe, expect, test } from 'vitest';
import { encodeHex, equalBytes, utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { unwrapDek, wrapDek } from '#crypto/keys/document-keys.ts';
import { deriveGroupSubkeys, hmac } from '#crypto/keys/group-subkeys.ts';
import { generateDek, generateGroupKey, parseGroupKey } from '#crypto/keys/key-types.ts';
import { type RowField, rowMac, verifyRowMac } from '#crypto/keys/row-mac.ts';
import { sealPacked } from '#crypto/sealing/envelope.ts';
import { CONTEXTS } from '#test/lib/crypto/support/contexts.ts';
import { flipBit } from '#test/lib/crypto/support/tamper.ts';

const groupKey = generateGroupKey();

describe('wrapDek', () => {
  const dek = generateDek();
  const packed = wrapDek(groupKey, dek, CONTEXTS.dek);

  test('gives 126 bytes that unwrap under the same key, object, group and generation only', () => {
    expect(packed).toHaveLength(126);
    expect(equalBytes(unwrapDek(groupKey, packed, CONTEXTS.dek), dek)).toBe(true);
    expect(() => unwrapDek(generateGroupKey(), packed, CONTEXTS.dek)).toThrow(CryptoError);
    for (const changed of [{ object_id: 'x' }, { gk_gen: 5 }, { dek_id: 'x' }]) {
      const context = { ...CONTEXTS.dek, fields: { ...CONTEXTS.dek.fields, ...changed } };
      expect(() => unwrapDek(groupKey, packed, context)).toThrow(CryptoError);
    }
  });

  test('what unwraps must be exactly 32 bytes', () => {
    const long = sealPacked(groupKey, new Uint8Array(33).fill(1), CONTEXTS.dek, 1);
    expect(() => unwrapDek(groupKey, long, CONTEXTS.dek)).toThrow(CryptoError);
  });

  test('no bit of it can be changed', () => {
    for (let bit = 0; bit < packed.length * 8; bit += 1) {
      expect(() => unwrapDek(groupKey, flipBit(packed, bit), CONTEXTS.dek)).toThrow(CryptoError);
    }
  });
});

describe('deriveGroupSubkeys', () => {
  test('gives six different keys, none of them the group key, and refuses a wiped one', () => {
    const keys = Object.values(deriveGroupSubkeys(groupKey)).map(encodeHex);
    expect(new Set([...keys, encodeHex(groupKey)]).size).toBe(7);
    expect(() => deriveGroupSubkeys(parseGroupKey(new Uint8Array(32)))).toThrow(CryptoError);
  });
});

describe('hmac', () => {
  test('is HMAC-SHA256 (RFC 4231, case 2)', () => {
    expect(encodeHex(hmac(utf8('Jefe'), utf8('what do ya want for nothing?')))).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });
});

describe('rowMac', () => {
  const { rowMacKey, nameMacKey } = deriveGroupSubkeys(groupKey);
  const row: RowField[] = [
    ['exam_id', 'e'],
    ['patient_id', 'p'],
    ['is_deleted', 0],
    ['source_tag', null],
  ];
  const mac = rowMac(rowMacKey, row);

  test('verifies the row it was made over', () => {
    expect(mac).toHaveLength(32);
    expect(() => verifyRowMac(rowMacKey, row, mac)).not.toThrow();
  });

  const changes: [string, RowField[]][] = [
    ['re-linked', row.with(1, ['patient_id', 'q'])],
    ['unlinked', row.with(1, ['patient_id', null])],
    ['un-trashed by type', row.with(2, ['is_deleted', '0'])],
    ['null made empty', row.with(3, ['source_tag', ''])],
    ['null made zero', row.with(3, ['source_tag', 0])],
    ['a column renamed', row.with(0, ['exam_ie', 'd'])],
    ['a column missing', row.slice(0, 3)],
    ['columns in another order', [...row].reverse()],
    ['values moved across columns', [['exam_id', ''], ['patient_id', 'ep'], ...row.slice(2)]],
  ];

  test.each(changes)('refuses a row that is %s', (_what, changed) => {
    expect(() => verifyRowMac(rowMacKey, changed, mac)).toThrow(CryptoError);
  });

  test('refuses another key and a MAC of another length', () => {
    expect(() => verifyRowMac(nameMacKey, row, mac)).toThrow(CryptoError);
    expect(() => verifyRowMac(rowMacKey, row, mac.subarray(0, 16))).toThrow(CryptoError);
    expect(() => verifyRowMac(rowMacKey, row, new Uint8Array(0))).toThrow(CryptoError);
  });
});
