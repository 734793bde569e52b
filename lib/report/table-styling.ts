/** Derives a table's style from its cells: number columns are right-aligned, a row of sums gets a line. */
import { FIELD_BLANK } from './state/field-meta.ts';

const NUMBER = /^[+−-]?\s*\d[\d.,\s]*\s*(?:%|mm|cm|ml|mL)?$/;
/** A header with a unit makes a number column before the first value, so that the column does not jump. */
const UNIT_IN_HEAD = /(?<!\p{L})(?:mm|cm|ml|g|hu|he)(?!\p{L})|[%°]/iu;
const SUM = /^(?:sum|total|summe|suma|somme|soma)\b/i;

export interface ColumnStyle {
  readonly isNumeric: boolean;
  /** True for a column of computed numbers. */
  readonly isComputed: boolean;
}

/**
 * Styles the columns of a table.
 * @param rows cell texts without the head. Returns one style per column of the head.
 */
export function styleColumns(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly ColumnStyle[] {
  return head.map((title, column) => {
    const values = rows.map((row) => row[column] ?? '').filter((text) => text !== '' && text !== FIELD_BLANK);
    const isByHead = UNIT_IN_HEAD.test(title);
    const isNumber = (text: string) => NUMBER.test(text) || (isByHead && !/\p{L}/u.test(text));
    const isNumeric = column > 0 && (isByHead || values.length > 0) && values.every(isNumber);
    return { isNumeric, isComputed: isNumeric && title.includes('%') };
  });
}

export function isSumRow(row: readonly string[]): boolean {
  return SUM.test(row[0] ?? '');
}
