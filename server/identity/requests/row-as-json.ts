/**
 * Encodes database rows as JSON for the wire and back: bytes become base64url, other values stay. Independent of any
 * table.
 */
import { decodeBase64Url, encodeBase64Url, equalBytes } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';

type Text<Value> = Value extends Uint8Array ? string : Value;

/** A row whose bytes are base64url text. */
export type EncodedRow<Row> = { readonly [Name in keyof Row]: Text<Row[Name]> };

/** Names each bytes column of a row; the type checker reports a missing one. */
export type ByteColumns<Row> = {
  readonly [Name in keyof Row as Uint8Array extends Row[Name] ? Name : never]: true;
};

export function encodeRow<Row extends object>(row: Row): EncodedRow<Row>;
export function encodeRow(row: object): object {
  const packed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    packed[name] = value instanceof Uint8Array ? encodeBase64Url(value) : value;
  }
  return packed;
}

/** Decodes a row. @throws CryptoError where the input is no row, or its bytes are not canonical base64url */
export function decodeRow<Row extends object>(packed: EncodedRow<Row>, bytes: ByteColumns<Row>): Row;
export function decodeRow(packed: unknown, bytes: object): object {
  // Checked at run time, because a type says nothing about data from a peer.
  if (typeof packed !== 'object' || packed === null || Array.isArray(packed)) throw new CryptoError();
  const row: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(packed)) {
    row[name] = value !== null && Object.hasOwn(bytes, name) ? bytesOf(value) : value;
  }
  return row;
}

function bytesOf(value: unknown): Uint8Array {
  if (typeof value !== 'string') throw new CryptoError();
  return decodeBase64Url(value);
}

/** Decodes rows. @throws CryptoError as `decodeRow`, and where the input is no list */
export function decodeRows<Row extends object>(
  packed: readonly EncodedRow<Row>[],
  bytes: ByteColumns<Row>,
): Row[] {
  if (!Array.isArray(packed)) throw new CryptoError();
  return packed.map((each: EncodedRow<Row>) => decodeRow<Row>(each, bytes));
}

/** True when two columns are equal; bytes are compared by content. */
export function equalColumns(left: unknown, right: unknown): boolean {
  return left instanceof Uint8Array && right instanceof Uint8Array ? equalBytes(left, right) : left === right;
}
