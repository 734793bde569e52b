/** Counts and hashes a table's rows in key order: equal on every engine with the same rows. */
import { createHash } from 'node:crypto';
import type { TableShape } from '#server/storage/engine/sqlite/table-definitions.ts';
import type { Row } from './read-rows.ts';

export interface TableDigest {
  readonly table: string;
  readonly rows: number;
  /** SHA-256 over the rows, lower-case hex. */
  readonly sha256: string;
}

export function createTableDigest({ name, columns }: Pick<TableShape, 'name' | 'columns'>) {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add(row: Row): void {
      rows += 1;
      for (const column of columns) addValue(row[column]);
    },
    digest: (): TableDigest => ({ table: name, rows, sha256: hash.digest('hex') }),
  };

  /** Type and length come first, so that no two rows hash the same input. */
  function addValue(value: unknown): void {
    if (value === null) return void hash.update('n;');
    if (typeof value === 'number') return void hash.update(`i${value};`);
    if (typeof value === 'string') return void hash.update(`t${Buffer.byteLength(value)};${value}`);
    if (!(value instanceof Uint8Array))
      throw new TypeError(`${name} has a value of an unknown kind. Check the database, then run this again.`);
    hash.update(`b${value.length};`).update(value);
  }
}
