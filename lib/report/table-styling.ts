/** What a table's cells say about its look: columns of numbers stand right, a row of sums has its line. */
const NUMBER = /^[+−-]?\s*\d[\d.,\s]*\s*(?:%|mm|cm|ml|mL)?$/;
const SUM = /^(?:sum|total|summe|suma|somme|soma)\b/i;

export interface ColumnStyle {
  readonly isNumeric: boolean;
  /** Of numbers that follow from others. */
  readonly isComputed: boolean;
}

/** @param rows texts without the head; of each column of the head. */
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
