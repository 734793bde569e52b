/**
 * Builds tables of the canonical tree: rows of cells, each cell a list of blocks. Content of a table outside its cells
 * (caption, stray text) is put before it, as a browser shows it.
 * Note: no nested tables, which the editor lacks. A row with tables (mostly a layout table) ends the table; its cells
 * follow as blocks, inner tables intact, and later rows form a table again.
 */
import { appendAll } from '#report/state/append-all.ts';
import { buildBlocks } from './build-blocks.ts';
import type { InlineContext } from './inline-runs.ts';
import type { LooseElement, LooseNode } from './parse-loose-html.ts';
import type { Block, TableCell } from './report-tree.ts';

/** Spans beyond this are mistakes or attacks; a browser stops at 1000 columns too. */
const MAX_SPAN = 100;

export function buildTable(element: LooseElement, context: InlineContext): Block[] {
  const rows: TableCell[][] = [];
  const outside: LooseNode[] = [];
  const visit = (nodes: readonly LooseNode[]): void => {
    let looseCells: TableCell[] = [];
    for (const node of nodes) {
      if (typeof node !== 'string' && (node.tag === 'td' || node.tag === 'th')) {
        looseCells.push(cellOf(node, context));
        continue;
      }
      if (typeof node === 'string' && node.trim() === '') continue;
      if (looseCells.length > 0) rows.push(looseCells);
      looseCells = [];
      if (typeof node === 'string') outside.push(node);
      else if (node.tag === 'tr') pushRow(rows, node, context, outside);
      else if (['thead', 'tbody', 'tfoot'].includes(node.tag)) visit(node.children);
      else outside.push(node);
    }
    if (looseCells.length > 0) rows.push(looseCells);
  };
  visit(element.children);
  return [...buildBlocks(outside, context), ...splitAtNested(rows)];
}

function splitAtNested(rows: readonly TableCell[][]): Block[] {
  const blocks: Block[] = [];
  let whole: TableCell[][] = [];
  const endTable = (): void => {
    if (whole.length > 0) blocks.push({ kind: 'table', rows: whole });
    whole = [];
  };
  for (const row of rows) {
    if (!row.some((cell) => cell.blocks.some((block) => block.kind === 'table'))) {
      whole.push(row);
      continue;
    }
    endTable();
    for (const cell of row) appendAll(blocks, cell.blocks);
  }
  endTable();
  return blocks;
}

function pushRow(rows: TableCell[][], row: LooseElement, context: InlineContext, outside: LooseNode[]): void {
  const cells: TableCell[] = [];
  for (const node of row.children) {
    if (typeof node !== 'string' && (node.tag === 'td' || node.tag === 'th'))
      cells.push(cellOf(node, context));
    else if (typeof node !== 'string' || node.trim() !== '') outside.push(node);
  }
  if (cells.length > 0) rows.push(cells);
}

function cellOf(element: LooseElement, context: InlineContext): TableCell {
  return {
    header: element.tag === 'th',
    colspan: spanOf(element.attributes['colspan']),
    rowspan: spanOf(element.attributes['rowspan']),
    blocks: buildBlocks(element.children, context),
  };
}

function spanOf(text: string | undefined): number {
  if (text === undefined || !/^\d{1,6}$/.test(text)) return 1;
  return Math.min(Math.max(Number(text), 1), MAX_SPAN);
}
