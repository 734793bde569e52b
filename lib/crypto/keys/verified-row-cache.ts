/**
 * Caches rows whose MAC was verified or created under a key, so that the same row is compared instead of computed, at a
 * tenth of the cost. Contains stored bytes (plaintext columns and ciphertext), never opened data. An entry belongs to
 * one key object and is dropped with it.
 */
import { isSameBytes } from '#crypto/bytes.ts';
import { SecondChanceCache } from './second-chance-cache.ts';

type Column = string | number | Uint8Array | null;

interface VerifiedRow<Row> {
  row: Row;
  mac: Uint8Array;
}

/** Number of cached rows per key: some 10 MiB of documents. */
const MAX_ROWS = 8192;

export interface VerifiedRows<Row> {
  /**
   * True when every column, and the MAC, equal those verified under this key. Neither row nor MAC may be modified
   * afterwards, because they are then recognised by identity.
   */
  readonly has: (key: Uint8Array, row: Row, mac: Uint8Array) => boolean;
  /** Caches a verified row with its MAC. Neither may be modified afterwards. */
  readonly add: (key: Uint8Array, row: Row, mac: Uint8Array) => void;
}

/** `columns`: all columns in the MAC of any format. `idOf`: lookup key of a row. */
export function createVerifiedRows<Row extends { readonly [Name in keyof Row]: Column }>(
  columns: readonly (keyof Row)[],
  idOf: (row: Row) => string,
): VerifiedRows<Row> {
  const byKey = new WeakMap<Uint8Array, SecondChanceCache<string, VerifiedRow<Row>>>();
  return {
    has(key, row, mac) {
      const known = byKey.get(key)?.get(idOf(row));
      if (known === undefined) return false;
      if (known.row === row && known.mac === mac) return true;
      if (!isSameBytes(known.mac, mac)) return false;
      for (const name of columns) if (!sameColumn(known.row[name], row[name])) return false;
      // Keeps the object read from the database, so that the next lookup finds it by identity.
      known.row = row;
      known.mac = mac;
      return true;
    },
    add(key, row, mac) {
      let rows = byKey.get(key);
      if (rows === undefined) {
        rows = new SecondChanceCache(MAX_ROWS);
        byKey.set(key, rows);
      }
      rows.set(idOf(row), { row, mac });
    },
  };
}

function sameColumn(a: Column, b: Column): boolean {
  return a === b || (a instanceof Uint8Array && b instanceof Uint8Array && isSameBytes(a, b));
}
