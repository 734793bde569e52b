/**
 * Statements that name their columns once and bind by position, as those of the rows that every save writes. SQLite's
 * binding looks a parameter's name up in the object that has its value: of a document's twenty that takes as long as
 * writing the row.
 */

/** `INSERT INTO table`, to be run with `valuesOf` the same columns. */
export function insertInto(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
}

/** `a = ?, b = ?` */
export function assignments(columns: readonly string[]): string {
  return columns.map((column) => `${column} = ?`).join(', ');
}

export function valuesOf<Row, Column extends keyof Row>(
  row: Row,
  columns: readonly Column[],
): readonly Row[Column][] {
  return columns.map((column) => row[column]);
}
