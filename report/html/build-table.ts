/**
 * Tables of the canonical tree: rows of cells, each cell a list of blocks. Whatever stands in a table but in
 * no cell (a caption, stray text) goes before it, as a browser shows it.
 */
import { buildBlocks } from './build-blocks.ts';
import type { InlineContext } from './inline-runs.ts';
import type { LooseElement, LooseNode } from './loose-html.ts';
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
  const before = buildBlocks(outside, context);
  return rows.length === 0 ? before : [...before, { kind: 'table', rows }];
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
