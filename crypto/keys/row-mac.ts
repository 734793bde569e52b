/**
 * Authenticates the clear columns of a row: whoever can write the database but holds no group key cannot
 * re-link an exam, un-trash a record or swap a head version unnoticed. Names and types of the columns are
 * covered too, so the string '1', the number 1 and null all differ.
 * Source: sealing design B4, "Row MAC".
 */
import { equalBytes } from '../bytes.ts';
import { CryptoError } from '../crypto-error.ts';
import { TlvWriter } from '../tlv.ts';
import { hmac } from './group-subkeys.ts';

export type RowField = readonly [name: string, value: string | number | null];

/** A MAC that no row has: keeps a row that did not verify from ever verifying, without stopping at it. */
export const INVALID_ROW_MAC = new Uint8Array(32);

const TAG = { name: 1, text: 2, number: 3, nothing: 4 } as const;

function encodeRow(fields: readonly RowField[]): Uint8Array {
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
  return hmac(key, encodeRow(fields));
}

/** @throws CryptoError when the row is not the one that was authenticated. */
export function verifyRowMac(key: Uint8Array, fields: readonly RowField[], mac: Uint8Array): void {
  if (!equalBytes(rowMac(key, fields), mac)) throw new CryptoError();
}
