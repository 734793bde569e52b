/** Reads all rows of a table in key order, a few megabytes at a time. */
import type { Statements } from '#server/storage/engine/sql-engine.ts';
import type { TableShape } from '#server/storage/engine/sqlite/table-definitions.ts';

/** Limit for long columns; a single row may have more. */
const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_ROWS = 500;

export type Row = Readonly<Record<string, unknown>>;

interface Place {
  readonly bytes: number;
}

export function* readRows(
  db: Statements,
  { name, columns, key, long }: TableShape,
): Generator<readonly Row[]> {
  const keys = key.join(', ');
  const bytes = long.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ') || '0';
  const marks = key.map(() => '?').join(', ');
  const places = (after: string) =>
    db.prepare<unknown[], Row & Place>(
      `SELECT ${keys}, ${bytes} AS bytes FROM ${name} ${after} ORDER BY ${keys} LIMIT ${BATCH_ROWS}`,
    );
  const first = places('');
  const next = places(`WHERE (${keys}) > (${marks})`);
  // The limit is redundant, and helps a query planner that estimates the range as a ninth of the table.
  const rowsBetween = db.prepare<unknown[], Row>(
    `SELECT ${columns.join(', ')} FROM ${name} WHERE (${keys}) >= (${marks}) AND (${keys}) <= (${marks}) ORDER BY ${keys} LIMIT ${BATCH_ROWS}`,
  );
  for (let listed = first.all(); listed.length > 0; ) {
    const end = endOfBatch(listed);
    const keyOf = (row: Row | undefined) => key.map((column) => row?.[column]);
    yield rowsBetween.all(...keyOf(listed[0]), ...keyOf(listed[end]));
    listed = next.all(...keyOf(listed[end]));
  }
}

/** Returns the index of the batch's last row. */
function endOfBatch(listed: readonly Place[]): number {
  let bytes = listed[0]?.bytes ?? 0;
  let end = 0;
  for (const [at, place] of listed.entries()) {
    if (at === 0) continue;
    bytes += place.bytes;
    if (bytes > BATCH_BYTES) break;
    end = at;
  }
  return end;
}
