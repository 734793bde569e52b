/**
 * Rows whose MAC was verified or made under a key, so that the same row read again is compared instead of
 * computed: a tenth of the price. Holds what the database holds (clear columns and ciphertext), never anything
 * opened. A row is only ever known under the very key object it was verified with, and is forgotten with it.
 */
import { isSameBytes } from '#crypto/bytes.ts';
import { SecondChanceCache } from './second-chance-cache.ts';

type Column = string | number | Uint8Array | null;

interface VerifiedRow<Row> {
  row: Row;
  mac: Uint8Array;
}

/** Per key: some 10 MiB of documents. */
const MAX_ROWS = 8192;

export interface VerifiedRows<Row> {
  /**
   * Whether every one of the columns, and the MAC, is what was verified under this key. Where it is, neither row nor MAC
   * may be written to afterwards: they are known by themselves when they are asked for again.
   */
  readonly has: (key: Uint8Array, row: Row, mac: Uint8Array) => boolean;
  /** Neither row nor MAC may be written to afterwards. */
  readonly add: (key: Uint8Array, row: Row, mac: Uint8Array) => void;
}

/** `columns`: all that take part in the MAC of any format. `idOf`: what a row is looked up by. */
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
      // What is kept of a row that was written is another object than the one that was signed: compared once.
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
