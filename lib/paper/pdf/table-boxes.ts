/**
 * Lays out tables as boxes, one per row; rows joined by a row span are one box. Columns get the width of their text if
 * it fits, else they share the width; numbers are right-aligned. A row higher than a page is written cell by cell, so
 * that no text is lost.
 */
import type { Block, TableBlock, TableCell } from '#report/html/report-tree.ts';
import { textOfBlocks } from '#report/html/tree-text.ts';
import { isSumRow, styleColumns } from '#report/table-styling.ts';
import type { Box, Canvas, Tag } from './canvas.ts';
import { child, gap, heightOf } from './line-boxes.ts';
import { widthsOf } from './line-breaking.ts';
import { type TextStyle, textPieces } from './styled-text.ts';

export type LayBlocks = (tag: Tag, blocks: readonly Block[], width: number, style: TextStyle) => Box[];

const HEAD: TextStyle = { face: 'sans', size: 9, colour: '#333333' };
const CELL: TextStyle = { face: 'serif', size: 10.5 };
const PADDING = 6;
const ROW_GAP = 4;
/** Height of a page that rows cannot use: running head, foot and the text above. */
const AROUND_ROW = 120;

interface Placed {
  readonly cell: TableCell;
  readonly column: number;
  readonly span: number;
}

interface Row {
  readonly cells: readonly Placed[];
  readonly isHead: boolean;
  /** True when a cell spans from the previous row. */
  readonly isSpanned: boolean;
}

export function tableBoxes(
  canvas: Canvas,
  parent: Tag,
  block: TableBlock,
  width: number,
  layBlocks: LayBlocks,
): Box[] {
  const rows = placeCells(block);
  const count = Math.max(1, ...rows.flatMap(({ cells }) => cells.map(({ column, span }) => column + span)));
  const widths = columnWidths(canvas, rows, count, width);
  const texts = rows.map(({ cells }) => textsOf(cells, count));
  const dress = styleColumns(texts[0] ?? [], texts.slice(1));
  const table = child(canvas, parent, 'Table');
  const { height, top, bottom } = canvas.sheet;
  const tallest = height - top - bottom - AROUND_ROW;
  const groups: Box[] = [];
  let head: Box | undefined;
  for (let at = 0; at < rows.length; ) {
    let end = at + 1;
    while (rows[end]?.isSpanned) end += 1;
    const laid = rows.slice(at, end).map((row, offset) => {
      const tag = child(canvas, table, 'TR');
      const isSum = isSumRow(texts[at + offset] ?? []);
      const cells = row.cells.map(({ cell, column, span }) => {
        const cellTag = child(canvas, tag, cell.header ? 'TH' : 'TD');
        const cellWidth = sum(widths.slice(column, column + span)) - PADDING;
        const style: TextStyle = {
          ...(cell.header ? HEAD : CELL),
          ...(isSum ? { isBold: true } : {}),
          align: dress[column]?.isNumeric ? 'right' : 'left',
        };
        const boxes = layBlocks(cellTag, cell.blocks, cellWidth, style);
        return { column, boxes, rowspan: cell.rowspan };
      });
      return { cells, isHead: row.isHead, isSum };
    });
    const group = rowGroup(canvas, laid, widths);
    if (group.height > tallest)
      groups.push(...laid.flatMap(({ cells }) => cells.flatMap(({ boxes }) => boxes)));
    else groups.push(head === undefined || laid[0]?.isHead ? group : { ...group, head });
    if (at === 0 && laid[0]?.isHead) head = group;
    at = end;
  }
  return [
    gap(ROW_GAP),
    ...groups.map((box, at) => (at === 0 ? { ...box, isWithNext: true } : box)),
    gap(ROW_GAP * 2),
  ];
}

interface LaidRow {
  readonly cells: readonly {
    readonly column: number;
    readonly boxes: readonly Box[];
    readonly rowspan: number;
  }[];
  readonly isHead: boolean;
  readonly isSum: boolean;
}

/** Stacks rows; the last of a group grows to fit a spanning cell. */
function rowGroup(canvas: Canvas, rows: readonly LaidRow[], widths: readonly number[]): Box {
  const heights = rows.map(({ cells }) =>
    Math.max(
      CELL.size,
      ...cells.map(({ boxes, rowspan }) => (rowspan > 1 && rows.length > 1 ? 0 : heightOf(boxes))),
    ),
  );
  for (const [at, { cells }] of rows.entries()) {
    for (const { boxes, rowspan } of cells) {
      const last = Math.min(rows.length, at + rowspan) - 1;
      const missing = heightOf(boxes) - sum(heights.slice(at, last + 1));
      if (missing > 0) heights[last] = (heights[last] ?? 0) + missing;
    }
  }
  const total = sum(widths);
  return {
    height: sum(heights) + rows.length * ROW_GAP,
    draw: (x, y) => {
      let top = y;
      for (const [at, { cells, isHead, isSum }] of rows.entries()) {
        if (isSum) canvas.rule(x, top, total, 0.75, '#000000');
        for (const { column, boxes } of cells) {
          let line = top + ROW_GAP / 2;
          for (const box of boxes) {
            box.draw(x + sum(widths.slice(0, column)), line);
            line += box.height;
          }
        }
        top += (heights[at] ?? 0) + ROW_GAP;
        canvas.rule(x, top, total, isHead ? 0.75 : 0.4, isHead ? '#000000' : '#BBBBBB');
      }
    },
  };
}

/** First column of each cell, after columns occupied by row spans. */
function placeCells({ rows }: TableBlock): Row[] {
  let held: number[] = [];
  return rows.map((row) => {
    const isSpanned = held.some((left) => left > 0);
    const next = held.map((left) => Math.max(0, left - 1));
    let column = 0;
    const cells = row.map((cell) => {
      while ((held[column] ?? 0) > 0) column += 1;
      const placed = { cell, column, span: cell.colspan };
      for (let at = column; at < column + cell.colspan; at += 1) next[at] = cell.rowspan - 1;
      column += cell.colspan;
      return placed;
    });
    held = next;
    return { cells, isHead: row.length > 0 && row.every(({ header }) => header), isSpanned };
  });
}

function textsOf(cells: readonly Placed[], count: number): string[] {
  const texts = Array.from({ length: count }, () => '');
  for (const { cell, column } of cells) texts[column] = textOfBlocks(cell.blocks).trim();
  return texts;
}

function columnWidths(canvas: Canvas, rows: readonly Row[], count: number, width: number): number[] {
  const least = Array.from({ length: count }, () => 0);
  const most = Array.from({ length: count }, () => 0);
  for (const { cell, column, span } of rows.flatMap(({ cells }) => cells)) {
    const style = { ...(cell.header ? HEAD : CELL), isBold: true };
    const found = widthsOf(textPieces(textOfBlocks(cell.blocks), style), canvas.measure);
    for (let at = column; at < column + span; at += 1) {
      least[at] = Math.max(least[at] ?? 0, found.least / span + PADDING);
      most[at] = Math.max(most[at] ?? 0, found.most / span + PADDING);
    }
  }
  if (sum(most) <= width) {
    // The remaining width goes to the first column, because the others are mostly numbers.
    return most.map((each, at) => (at === 0 ? each + width - sum(most) : each));
  }
  if (sum(least) >= width) return least.map((each) => (each * width) / sum(least));
  const room = width - sum(least);
  const wish = most.map((each, at) => each - (least[at] ?? 0));
  return least.map((each, at) => each + (room * (wish[at] ?? 0)) / sum(wish));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
