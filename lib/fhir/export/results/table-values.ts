/**
 * Extracts the values of a report's table, each named by its row and columns. Merged cells count for all they cover: in
 * the head they name their columns, at the left their rows. A merged value is exported once, named by all it covers.
 */
import type { TableBlock, TableCell } from '#report/html/report-tree.ts';
import { textOfBlocks } from '#report/html/tree-text.ts';
import { isMeasured } from './observed-value.ts';

export interface TableValue {
  /** Number of the row, from 1, without heads and sub-headings. */
  readonly row: number;
  /** Number of the column, from 1, starting after the row's name in a plain table. */
  readonly column: number;
  readonly name: string;
  readonly text: string;
}

interface Placed {
  readonly text: string;
  readonly header: boolean;
  readonly row: number;
  readonly column: number;
  /** End of the rows and columns the cell covers, exclusive, within the table. */
  readonly rowEnd: number;
  readonly columnEnd: number;
}

type Grid = readonly (readonly (Placed | undefined)[])[];

export function tableValues({ rows }: TableBlock): TableValue[] {
  const grid = placeCells(rows);
  const width = Math.max(0, ...grid.map((row) => row.length));
  const bodyAt = headRows(grid);
  const names = Array.from({ length: width }, (_, column) => headOf(grid.slice(0, bodyAt), column));
  const labels = labelColumns(grid.slice(bodyAt), width);
  const values: TableValue[] = [];
  let group = '';
  let bodyRow = 0;
  for (const [at, row] of grid.entries()) {
    if (at < bodyAt) continue;
    const heading = groupHeading(row, width);
    if (heading !== undefined) {
      group = heading;
      continue;
    }
    bodyRow += 1;
    for (const cell of distinct(row)) {
      if (cell.row !== at || cell.column < labels || cell.text === '') continue;
      const rowName = coveredRows(grid, cell, labels, group);
      const columnName = unique(names.slice(cell.column, cell.columnEnd)).join(', ');
      const name = [rowName, columnName].filter(Boolean).join(': ');
      if (name !== '') values.push({ row: bodyRow, column: cell.column, name, text: cell.text });
    }
  }
  return values;
}

/** Repeats each cell at all positions it covers, as a browser lays it out. */
function placeCells(rows: readonly (readonly TableCell[])[]): Grid {
  const grid: (Placed | undefined)[][] = rows.map(() => []);
  for (const [row, cells] of rows.entries()) {
    const line = grid[row] ?? [];
    let column = 0;
    for (const { blocks, header, colspan, rowspan } of cells) {
      while (line[column] !== undefined) column += 1;
      const text = textOfBlocks(blocks).replaceAll(/\s+/g, ' ').trim();
      const rowEnd = Math.min(row + rowspan, rows.length);
      const placed = { text, header, row, column, rowEnd, columnEnd: column + colspan };
      for (let below = row; below < rowEnd; below += 1)
        for (let beside = column; beside < column + colspan; beside += 1) {
          const target = grid[below];
          if (target !== undefined) target[beside] ??= placed;
        }
      column += colspan;
    }
  }
  return grid.map((row) => Array.from(row));
}

/**
 * Number of head rows: rows of header cells only, and those their cells reach into; otherwise a first row without
 * measurements.
 */
function headRows(grid: Grid): number {
  const firstBody = grid.findIndex((row) => !isHead(distinct(row)));
  if (firstBody > 0) return firstBody;
  if (firstBody === -1) return Math.min(1, grid.length);
  const first = distinct(grid[0] ?? []);
  const isNamed = first.length > 1 && first.some(({ header }) => header);
  const holdsMeasured = first.some(({ text, column }) => column > 0 && isMeasured(text));
  return isNamed || holdsMeasured ? 0 : Math.max(1, ...first.map(({ rowEnd }) => rowEnd));
}

/** True for a row of header cells; the corner cell may be empty. */
function isHead(cells: readonly Placed[]): boolean {
  const first = cells.findIndex(({ header, text }) => header || text !== '');
  return cells.slice(Math.max(0, first)).every(({ header }) => header);
}

function headOf(heads: Grid, column: number): string {
  return unique(heads.map((row) => row[column]?.text ?? '')).join(' ');
}

/**
 * Number of columns at the left that name rows: header cells, and a column beside vertically merged ones if it has no
 * measurement.
 */
function labelColumns(body: Grid, width: number): number {
  const rows = body.filter((row) => groupHeading(row, width) === undefined);
  const isHeader = (column: number) => rows.length > 0 && rows.every((row) => row[column]?.header === true);
  const isMerged = (column: number) =>
    rows.some((row) => {
      const cell = row[column];
      return cell !== undefined && cell.rowEnd - cell.row > 1;
    });
  const isMeasuredIn = (column: number) => rows.some((row) => isMeasured(row[column]?.text ?? ''));
  let count = 1;
  while (count < width - 1 && (isHeader(count) || (isMerged(count - 1) && !isMeasuredIn(count)))) count += 1;
  return count;
}

/** Text of a row that is a single cell over several columns: it names the following rows. */
function groupHeading(row: Grid[number], width: number): string | undefined {
  const [only, ...more] = distinct(row);
  const isWhole = only !== undefined && more.length === 0 && width > 1;
  return isWhole && only.columnEnd - only.column >= width && only.rowEnd - only.row === 1
    ? only.text
    : undefined;
}

function coveredRows(grid: Grid, cell: Placed, labels: number, group: string): string {
  const covered = grid.slice(cell.row, cell.rowEnd);
  const names = covered.map((row) =>
    unique(row.slice(0, labels).map((label) => label?.text ?? '')).join(' '),
  );
  return [group, unique(names).join(', ')].filter(Boolean).join(' ');
}

function distinct(row: Grid[number]): Placed[] {
  return [...new Set(row.filter((cell) => cell !== undefined))];
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text) => text !== ''))];
}
