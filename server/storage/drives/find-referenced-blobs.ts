/** Finds which sealed files rows reference, many names per query: a listing of a million files waits once per page. */
import type { Statements } from '#server/storage/engine/sql-engine.ts';

const COLUMNS = [
  ['drive_parts', 'attempt_id'],
  ['drive_variants', 'blob_id'],
  ['drive_nodes', 'node_id'],
  ['inbox_items', 'node_id'],
] as const;

/** Returns the referenced ones among the names. */
export function createFindReferencedBlobs(db: Statements): (names: readonly string[]) => ReadonlySet<string> {
  const select = db
    .prepare<[{ names: string }], string>(
      COLUMNS.map(
        ([table, column]) =>
          `SELECT ${column} FROM ${table} WHERE ${column} IN (SELECT value FROM json_each(@names) AS asked)`,
      ).join(' UNION '),
    )
    .pluck();
  return (names) => new Set(select.all({ names: JSON.stringify(names) }));
}
