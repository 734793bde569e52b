/**
 * The computed cells of a measurement table: change against the baseline per lesion, sums below. The first
 * numeric column is the baseline, the one before the change column the newest. Numbers only; the reader decides.
 * Source: RECIST 1.1, section 4.3, by `report/review/recist.ts`.
 */
import { parseLength, summariseTargets } from '#report/review/recist.ts';

export interface ComputedCell {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

const MINUS = '−';

/** `texts` holds the rows with the head first. The sum row begins with `sumWord`; the change column's head has a %. */
export function measurementCells(texts: readonly (readonly string[])[], sumWord: string): ComputedCell[] {
  const [head = [], ...rows] = texts;
  const changeColumn = head.findIndex((text) => text.includes('%'));
  const sumRow = texts.findIndex(
    (row, at) => at > 0 && (row[0] ?? '').toLowerCase().startsWith(sumWord.slice(0, 3).toLowerCase()),
  );
  const lesions = rows.map((row, at) => ({ row, at: at + 1 })).filter(({ at }) => at !== sumRow);
  const columns = head.map((_, column) => column).filter((column) => column > 0 && column !== changeColumn);
  const baseline = columns[0];
  const newest = columns.at(-1);
  if (baseline === undefined || newest === undefined) return [];
  const cells: ComputedCell[] = [];
  for (const { row, at } of lesions) {
    const before = parseLength(row[baseline] ?? '');
    const now = parseLength(row[newest] ?? '');
    if (changeColumn === -1 || before === null || now === null || baseline === newest) continue;
    const change = summariseTargets([now], { baseline_mm: before }).change_from_baseline_percent;
    if (change !== null) cells.push({ row: at, column: changeColumn, text: signed(change) });
  }
  if (sumRow === -1) return cells;
  const lengthsOf = (column: number) =>
    lesions.flatMap(({ row }) => {
      const length = parseLength(row[column] ?? '');
      return length === null ? [] : [length];
    });
  for (const column of columns) {
    const lengths = lengthsOf(column);
    if (lengths.length > 0)
      cells.push({ row: sumRow, column, text: String(summariseTargets(lengths).sum_mm) });
  }
  const baselineSum = summariseTargets(lengthsOf(baseline)).sum_mm;
  const total = summariseTargets(lengthsOf(newest), { baseline_mm: baselineSum });
  if (changeColumn !== -1 && total.change_from_baseline_percent !== null && lengthsOf(newest).length > 0) {
    cells.push({ row: sumRow, column: changeColumn, text: signed(total.change_from_baseline_percent) });
  }
  return cells;
}

function signed(value: number): string {
  return value < 0 ? `${MINUS}${Math.abs(value).toFixed(1)}` : value.toFixed(1);
}
