import { describe, expect, test } from 'vitest';
import { CryptoError } from '#crypto/crypto-error.ts';
import { deriveGroupSubkeys } from '#crypto/keys/group-subkeys.ts';
import { generateGroupKey } from '#crypto/keys/key-types.ts';
import { createRowSeal, type RowField } from '#crypto/keys/row-mac.ts';
import { createVerifiedRows } from '#crypto/keys/verified-row-cache.ts';
import { DOCUMENT_LAYOUT, type UnsignedRow } from '#server/documents/sealing/document-row-mac.ts';

interface Row {
  readonly id: string;
  readonly text: string | null;
  readonly count: number;
  readonly wrap: Uint8Array;
  readonly later: string | null;
  readonly state: string;
}

const seal = createRowSeal<Row>({
  table: 'rows',
  columns: {
    id: 'covered',
    text: 'covered',
    count: 'covered',
    wrap: 'covered_from_2',
    later: 'added',
    state: 'outside',
  },
  idOf: ({ id }) => id,
  format1: ({ id, text, count }): RowField[] => [
    ['id', id],
    ['text', text],
    ['count', count],
  ],
});
const { rowMacKey: key, nameMacKey: otherKey } = deriveGroupSubkeys(generateGroupKey());
const row: Row = { id: 'r', text: 'a', count: 1, wrap: Uint8Array.of(1, 2), later: null, state: 'ready' };
const mac = seal.mac(key, row);

/** Copies a row as the database returns it again: equal values in other objects. */
const readAgain = (given: Row): Row => ({ ...given, wrap: Uint8Array.from(given.wrap) });

describe('a row that was verified before', () => {
  seal.verifyAndRemember(key, row, mac);

  test('verifies again from other objects, whatever stands outside the MAC', () => {
    expect(() => seal.verifyAndRemember(key, readAgain(row), Uint8Array.from(mac))).not.toThrow();
    expect(() => seal.verifyAndRemember(key, { ...row, state: 'failed' }, mac)).not.toThrow();
  });

  const changes: Partial<Row>[] = [
    { text: 'b' },
    { text: null },
    { text: '' },
    { count: 2 },
    { wrap: Uint8Array.of(1, 3) },
    { wrap: Uint8Array.of(1) },
    { later: 'x' },
    { id: 's' },
  ];
  test.each(changes)('is refused with %o, and stands as it was afterwards', (change) => {
    expect(() => seal.verifyAndRemember(key, { ...readAgain(row), ...change }, mac)).toThrow(CryptoError);
    expect(() => seal.verifyAndRemember(key, readAgain(row), mac)).not.toThrow();
  });

  test('is refused with another MAC, and under another key', () => {
    const flipped = Uint8Array.from(mac);
    flipped[32] = (flipped[32] ?? 0) ^ 1;
    expect(() => seal.verifyAndRemember(key, row, flipped)).toThrow(CryptoError);
    expect(() => seal.verifyAndRemember(key, row, mac.subarray(1))).toThrow(CryptoError);
    expect(() => seal.verifyAndRemember(otherKey, row, mac)).toThrow(CryptoError);
  });
});

test('a MAC that was made counts as verified', () => {
  const made = { ...row, id: 'made' };
  const madeMac = seal.mac(key, made);
  seal.markVerified(key, made, madeMac);
  expect(() => seal.verifyAndRemember(key, readAgain(made), madeMac)).not.toThrow();
  expect(() => seal.verifyAndRemember(key, { ...made, count: 9 }, madeMac)).toThrow(CryptoError);
});

test('a row that was compared once is known by itself from then on', () => {
  const rows = createVerifiedRows<Row>(['text', 'wrap'], ({ id }) => id);
  rows.add(key, row, mac);
  const compared: PropertyKey[] = [];
  const again = new Proxy(readAgain(row), {
    get(target, name, receiver) {
      if (name !== 'id') compared.push(name);
      return Reflect.get(target, name, receiver);
    },
  });
  const againMac = Uint8Array.from(mac);
  expect(rows.has(key, again, againMac)).toBe(true);
  expect(compared.splice(0)).toEqual(['text', 'wrap']);
  expect(rows.has(key, again, againMac)).toBe(true);
  expect(compared).toEqual([]);
});

test('every column of a document takes part in the comparison', () => {
  const columns = Object.keys(DOCUMENT_LAYOUT.columns);
  const rows = createVerifiedRows<Record<string, string>>(columns, () => 'one');
  const document = Object.fromEntries(columns.map((name) => [name, 'x']));
  rows.add(key, document, mac);
  expect(rows.has(key, { ...document }, mac)).toBe(true);
  for (const name of columns) expect(rows.has(key, { ...document, [name]: 'y' }, mac)).toBe(false);
  const outside = Object.values(DOCUMENT_LAYOUT.columns).filter((coverage) => coverage === 'outside');
  expect(outside satisfies (keyof UnsignedRow | string)[]).toEqual([]);
});
