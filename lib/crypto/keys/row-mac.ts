/**
 * Authenticates the plaintext columns of a row: without a group key, re-linking an exam, restoring a trashed record or
 * swapping a head version in the database is detected. Names and types of columns are covered too, so '1', 1 and null
 * differ.
 * The stored MAC states its format: 32 bytes are format 1 (every field, including nulls), `02 ‖ 32 bytes` are format 2
 * (format, table, then columns with a value, by name). A column added later is null in older rows, so their MACs stay
 * valid. Source: sealing design B4, "Row MAC"; B9.
 */
import { equalBytes } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { TlvWriter } from '#crypto/tlv.ts';
import { hmac } from './group-subkeys.ts';
import { createVerifiedRows } from './verified-row-cache.ts';

export type RowField = readonly [name: string, value: string | number | null];
type Column = string | number | Uint8Array | null;

/** A MAC that matches no row: marks a row that must never verify. */
export const INVALID_ROW_MAC = new Uint8Array(32);

const FORMAT = 2;
const TAG = { name: 1, text: 2, number: 3, nothing: 4, bytes: 5, format: 6, table: 7 } as const;

function encodeFormat1(fields: readonly RowField[]): Uint8Array {
  const writer = new TlvWriter();
  for (const [name, value] of fields) {
    writer.field(TAG.name, name);
    if (value === null) writer.field(TAG.nothing, '');
    else writer.field(typeof value === 'string' ? TAG.text : TAG.number, value);
  }
  return writer.bytes();
}

/** 32 bytes over the fields in the order given; numbers must be safe non-negative integers. */
export function rowMac(key: Uint8Array, fields: readonly RowField[]): Uint8Array {
  return hmac(key, encodeFormat1(fields));
}

/** Verifies a MAC of format 1. @throws CryptoError when the row is not the authenticated one. */
export function verifyRowMac(key: Uint8Array, fields: readonly RowField[], mac: Uint8Array): void {
  if (!equalBytes(rowMac(key, fields), mac)) throw new CryptoError();
}

/**
 * How the MAC covers a column. `covered`: since format 1. `covered_from_2`: unauthenticated in rows of format 1.
 * `added`: added after format 2; must be null in rows of format 1. `outside`: not authenticated.
 */
export type Coverage = 'covered' | 'covered_from_2' | 'added' | 'outside';

export interface RowLayout<Row> {
  /** Distinguishes rows of two tables under one key. */
  readonly table: string;
  /** Every column of the row, in any order; a missing one does not compile. */
  readonly columns: { readonly [Name in keyof Row]-?: Coverage };
  /** Identifies the row within its table; without it, rows are never cached. */
  readonly idOf?: (row: Row) => string;
  /** The fields of format 1, frozen; absent for tables added later. */
  readonly format1?: (row: Row) => readonly RowField[];
}

export interface RowSeal<Row> {
  /** Computes the MAC of a row in the newest format, 33 bytes. */
  readonly mac: (key: Uint8Array, row: Row) => Uint8Array;
  /**
   * Verifies a row's MAC.
   * @throws CryptoError when the row is not the authenticated one, in the format its MAC states.
   */
  readonly verify: (key: Uint8Array, row: Row, mac: Uint8Array) => void;
  /**
   * The same for rows read repeatedly: a row equal to one verified or signed before under this key is compared instead
   * of computed. Row and MAC must not be modified afterwards.
   */
  readonly verifyAndRemember: (key: Uint8Array, row: Row, mac: Uint8Array) => void;
  readonly markVerified: (key: Uint8Array, row: Row, mac: Uint8Array) => void;
}

/**
 * Creates and verifies the MACs of a table's rows. `Row`: as the database returns it; a column that is not text,
 * number, bytes or null throws.
 */
export function createRowSeal<Row extends { readonly [Name in keyof Row]: Column }>(
  layout: RowLayout<Row>,
): RowSeal<Row> {
  const names = columnNames(layout);
  const covered = names.filter((name) => layout.columns[name] !== 'outside').sort();
  const added = names.filter((name) => layout.columns[name] === 'added');
  const head = new TlvWriter().field(TAG.format, FORMAT).field(TAG.table, layout.table).bytes();
  const named = covered.map((name) => ({ name, field: new TlvWriter().field(TAG.name, name).bytes() }));
  const verified = layout.idOf && createVerifiedRows<Row>(covered, layout.idOf);

  function mac(key: Uint8Array, row: Row): Uint8Array {
    const writer = new TlvWriter().append(head);
    for (const { name, field } of named) {
      const value: Column = row[name];
      if (value !== null) writer.append(field).field(tagOf(value), value);
    }
    return Buffer.concat([Uint8Array.of(FORMAT), hmac(key, writer.bytes())]);
  }

  function verifyFormat1(key: Uint8Array, row: Row, stored: Uint8Array): void {
    if (layout.format1 === undefined || added.some((name) => row[name] !== null)) throw new CryptoError();
    verifyRowMac(key, layout.format1(row), stored);
  }

  function verify(key: Uint8Array, row: Row, stored: Uint8Array): void {
    if (stored.length === INVALID_ROW_MAC.length) verifyFormat1(key, row, stored);
    else if (!equalBytes(mac(key, row), stored)) throw new CryptoError();
  }

  return {
    mac,
    verify,
    verifyAndRemember(key, row, stored) {
      if (verified?.has(key, row, stored)) return;
      verify(key, row, stored);
      verified?.add(key, row, stored);
    },
    markVerified: (key, row, stored) => verified?.add(key, row, stored),
  };
}

function columnNames<Row>({ columns }: RowLayout<Row>): (keyof Row & string)[] {
  const names: (keyof Row & string)[] = [];
  for (const name in columns) names.push(name);
  return names;
}

function tagOf(value: string | number | Uint8Array): number {
  if (typeof value === 'string') return TAG.text;
  return typeof value === 'number' ? TAG.number : TAG.bytes;
}
