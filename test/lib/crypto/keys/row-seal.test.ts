import { describe, expect, test } from 'vitest';
import { CryptoError } from '#crypto/crypto-error.ts';
import { deriveGroupSubkeys } from '#crypto/keys/group-subkeys.ts';
import { generateGroupKey } from '#crypto/keys/key-types.ts';
import {
  createRowSeal,
  INVALID_ROW_MAC,
  type RowField,
  type RowLayout,
  rowMac,
} from '#crypto/keys/row-mac.ts';

interface Row {
  readonly id: string;
  readonly link: string | null;
  readonly flag: number;
  readonly wrap: Uint8Array;
  readonly state: string;
}

const format1 = ({ id, link, flag }: Row): RowField[] => [
  ['id', id],
  ['link', link],
  ['flag', flag],
];
const LAYOUT: RowLayout<Row> = {
  table: 'rows',
  columns: { id: 'covered', link: 'covered', flag: 'covered', wrap: 'covered_from_2', state: 'outside' },
  format1,
};
const { rowMacKey: key, nameMacKey } = deriveGroupSubkeys(generateGroupKey());
const seal = createRowSeal(LAYOUT);
const row: Row = { id: 'r', link: null, flag: 1, wrap: Uint8Array.of(1, 2, 3), state: 'ready' };
const mac = seal.mac(key, row);
const old = rowMac(key, format1(row));

/** Layout of a later version with one more column. */
type LaterRow = Row & { readonly extra: string | null };
const later = createRowSeal<LaterRow>({ ...LAYOUT, columns: { ...LAYOUT.columns, extra: 'added' } });

describe('a row of format 2', () => {
  test('has a MAC of 33 bytes that begins with the format and verifies', () => {
    expect(mac).toHaveLength(33);
    expect(mac[0]).toBe(2);
    expect(() => seal.verify(key, row, mac)).not.toThrow();
    expect(() => seal.verify(key, { ...row, state: 'failed' }, mac)).not.toThrow();
  });

  const changes: [string, Partial<Row>][] = [
    ['re-linked', { link: 'x' }],
    ['linked to nothing', { link: '' }],
    ['of another flag', { flag: 0 }],
    ['of another wrap', { wrap: Uint8Array.of(1, 2, 4) }],
    ['of another id', { id: 'rr' }],
  ];

  test.each(changes)('is refused when %s', (_what, change) => {
    expect(() => seal.verify(key, { ...row, ...change }, mac)).toThrow(CryptoError);
  });

  test('is refused under another key, table or format, and with a MAC of another length', () => {
    const elsewhere = createRowSeal({ ...LAYOUT, table: 'others' });
    expect(() => elsewhere.verify(key, row, mac)).toThrow(CryptoError);
    expect(() => seal.verify(nameMacKey, row, mac)).toThrow(CryptoError);
    const asFormat1 = mac.subarray(1);
    const asFormat3 = Uint8Array.of(3, ...asFormat1);
    for (const other of [asFormat1, asFormat3, mac.subarray(0, 20), new Uint8Array(), INVALID_ROW_MAC]) {
      expect(() => seal.verify(key, row, other)).toThrow(CryptoError);
    }
  });

  test('does not depend on the order in which columns are written down', () => {
    const { id, link, flag, wrap, state } = LAYOUT.columns;
    const turned = createRowSeal<Row>({ ...LAYOUT, columns: { state, wrap, flag, link, id } });
    expect(turned.mac(key, row)).toEqual(mac);
  });

  test('keeps its MAC when a column is added that it holds nothing in', () => {
    expect(later.mac(key, { ...row, extra: null })).toEqual(mac);
    expect(() => later.verify(key, { ...row, extra: null }, mac)).not.toThrow();
    expect(() => later.verify(key, { ...row, extra: '' }, mac)).toThrow(CryptoError);
    expect(() => later.verify(key, { ...row, extra: 'forged' }, mac)).toThrow(CryptoError);
  });
});

describe('a row of format 1', () => {
  test('verifies by the fields it was made over', () => {
    expect(() => seal.verify(key, row, old)).not.toThrow();
    // Fields that only format 2 covers are not authenticated by format 1.
    expect(() => seal.verify(key, { ...row, wrap: Uint8Array.of(9) }, old)).not.toThrow();
    expect(() => seal.verify(key, { ...row, flag: 0 }, old)).toThrow(CryptoError);
  });

  test('may hold nothing in a column that came later', () => {
    expect(() => later.verify(key, { ...row, extra: null }, old)).not.toThrow();
    expect(() => later.verify(key, { ...row, extra: 'forged' }, old)).toThrow(CryptoError);
  });

  test('does not pass for format 2, and has no place in a table that came later', () => {
    expect(() => seal.verify(key, row, Uint8Array.of(2, ...old))).toThrow(CryptoError);
    const { format1: _, ...young } = LAYOUT;
    expect(() => createRowSeal(young).verify(key, row, old)).toThrow(CryptoError);
  });
});
