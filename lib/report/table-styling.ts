/** Derives a table's style from its cells: number columns are right-aligned, a row of sums gets a line. */
const NUMBER = /^[+−-]?\s*\d[\d.,\s]*\s*(?:%|mm|cm|ml|mL)?$/;
const SUM = /^(?:sum|total|summe|suma|somme|soma)\b/i;

export interface ColumnStyle {
  readonly isNumeric: boolean;
  /** True for a column of computed numbers. */
  readonly isComputed: boolean;
}

/** @param rows cell texts without the head. Returns one style per column of the head. */
export function styleColumns(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly ColumnStyle[] {
  return head.map((title, column) => {
    const values = rows.map((row) => row[column] ?? '').filter((text) => text !== '');
    const isNumeric = column > 0 && values.length > 0 && values.every((text) => NUMBER.test(text));
    return { isNumeric, isComputed: isNumeric && title.includes('%') };
  });
}

export function isSumRow(row: readonly string[]): boolean {
  return SUM.test(row[0] ?? '');
}
