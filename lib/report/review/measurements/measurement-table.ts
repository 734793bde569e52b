/**
 * Computes cells of a measurement table: change from baseline per lesion, and sums. The first numeric column is the
 * baseline, the last one (besides the change) the newest. A column with a missing measurement gets no sum, because a
 * partial sum would be misread. Numbers only; the reader decides.
 * Source: RECIST 1.1, section 4.3, by `recist.ts`.
 */
import { FIELD_BLANK } from '#report/state/field-meta.ts';
import type { DecimalMark } from './decimal-mark.ts';
import { parseLength, summariseTargets } from './recist.ts';

export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

export interface ComputedCell extends CellPlace {
  readonly text: string;
}

/** Rows of cell texts, the head first. */
export type TableTexts = readonly (readonly string[])[];

/** Positions of lesions, columns and sums in a table. */
export interface MeasurementShape {
  /** Index of the row of sums; -1 for none. */
  readonly sumRow: number;
  readonly changeColumn: number;
  readonly lesions: readonly number[];
  /** Columns of lengths, the baseline first. */
  readonly columns: readonly number[];
}

/** Word for the earlier exam in the head of a column. */
export const PRIOR =
  /(?<!\p{L})(?:prior|previous|vor(?:befund|untersuchung|aufnahme|wert|her)?|voriger?|antérieure?s?|précédent\p{L}*|previ[oa]s?|anterior(?:es)?)(?!\p{L})/iu;
const MINUS = '−';
const SUM = /^(?:sum|total|summe|somme|suma|soma)(?!\p{L})/iu;

/** True for a table with a row of sums and a column of changes, which are computed automatically. */
export function isMeasurementTable(texts: TableTexts): boolean {
  const { sumRow, changeColumn, columns } = measurementShape(texts);
  return sumRow > 0 && changeColumn > 0 && columns.length > 0;
}

/** Every computed cell, whether its value is available now or not. */
export function computedPlaces(texts: TableTexts): CellPlace[] {
  if (!isMeasurementTable(texts)) return [];
  const { sumRow, changeColumn, lesions, columns } = measurementShape(texts);
  const changes = lesions.map((row) => ({ row, column: changeColumn }));
  return [...changes, ...[...columns, changeColumn].map((column) => ({ row: sumRow, column }))];
}

/** Cells that can be computed now; the other computed cells stay empty. */
export function measurementCells(texts: TableTexts, mark: DecimalMark = '.'): ComputedCell[] {
  const { sumRow, changeColumn, lesions, columns } = measurementShape(texts);
  const baseline = comparedColumn(texts);
  const newest = columns.at(-1);
  if (baseline === undefined || newest === undefined) return [];
  const lengthAt = (row: number, column: number) =>
    parseLength(texts[row]?.[column] ?? '', unitOf(texts, column));
  const sumOf = (column: number): number | undefined => {
    const measured = lesions.filter((row) => columns.some((one) => isFilled(texts[row]?.[one])));
    const lengths = measured.map((row) => lengthAt(row, column)).filter((length) => length !== null);
    return measured.length === 0 || lengths.length < measured.length
      ? undefined
      : summariseTargets(lengths).sum_mm;
  };
  const cells: ComputedCell[] = [];
  const put = (row: number, column: number, text: string) =>
    cells.push({ row, column, text: text.replace('.', mark) });
  const putChange = (row: number, before: number | null | undefined, now: number | null | undefined) => {
    if (changeColumn === -1 || baseline === newest || before == null || now == null) return;
    const change = summariseTargets([now], { baseline_mm: before }).change_from_baseline_percent;
    if (change !== null) put(row, changeColumn, signed(change));
  };
  for (const row of lesions) putChange(row, lengthAt(row, baseline), lengthAt(row, newest));
  if (sumRow === -1) return cells;
  for (const column of columns) {
    const sum = sumOf(column);
    if (sum !== undefined) put(sumRow, column, inUnit(sum, unitOf(texts, column)));
  }
  putChange(sumRow, sumOf(baseline), sumOf(newest));
  return cells;
}

/** The column that the change is computed from: the first, or the prior one if the change's head names it. */
function comparedColumn(texts: TableTexts): number | undefined {
  const { columns, changeColumn } = measurementShape(texts);
  const [head] = texts;
  const prior = PRIOR.test(head?.[changeColumn] ?? '')
    ? columns.find((column) => PRIOR.test(head?.[column] ?? ''))
    : undefined;
  return prior ?? columns[0];
}

/** Determines the columns of a measurement table; they are undefined for a table with merged cells. */
export function measurementShape(texts: TableTexts): MeasurementShape {
  const [head = [], ...rows] = texts;
  if (rows.some((row) => row.length !== head.length))
    return { sumRow: -1, changeColumn: -1, lesions: [], columns: [] };
  const changeColumn = head.findIndex((text, column) => column > 0 && text.includes('%'));
  const sumRow = texts.findIndex((row, at) => at > 0 && SUM.test((row[0] ?? '').trim()));
  const above = sumRow === -1 ? texts.length : sumRow;
  return {
    sumRow,
    changeColumn,
    lesions: texts.map((_, row) => row).slice(1, above),
    columns: head.map((_, column) => column).filter((column) => column > 0 && column !== changeColumn),
  };
}

function isFilled(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '' && text.trim() !== FIELD_BLANK;
}

/** Reads the unit of a column from its head. */
export function unitOf(texts: TableTexts, column: number): 'mm' | 'cm' {
  return /(?<!\p{L})cm(?!\p{L})/iu.test(texts[0]?.[column] ?? '') ? 'cm' : 'mm';
}

function inUnit(mm: number, unit: 'mm' | 'cm'): string {
  return String(unit === 'cm' ? Number((mm / 10).toFixed(4)) : mm);
}

function signed(value: number): string {
  return value < 0 ? `${MINUS}${Math.abs(value).toFixed(1)}` : value.toFixed(1);
}
