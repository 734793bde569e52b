/** Tab-separated lines pasted into a table: one value per cell from the caret on, rows added as they are needed. */
import { $insertTableRowAtNode, $isTableCellNode, $isTableRowNode, type TableCellNode } from '@lexical/table';
import { $createParagraphNode, $createTextNode } from 'lexical';
import { $tableOfCell } from './table-moves.ts';

/** False for a single value: that is ordinary text. Values beyond the last column are left out of no row: they join the last cell. */
export function $spreadOverCells(cell: TableCellNode, text: string): boolean {
  const lines = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'));
  if (lines.length === 1 && lines[0]?.length === 1) return false;
  const table = $tableOfCell(cell);
  const row = cell.getParent();
  if (!table || !$isTableRowNode(row)) return false;
  const column = cell.getIndexWithinParent();
  let current = row;
  let last = cell;
  for (const [at, values] of lines.entries()) {
    if (at > 0) {
      const next = current.getNextSibling() ?? $insertTableRowAtNode(last, true);
      if (!$isTableRowNode(next)) break;
      current = next;
    }
    const cells = current.getChildren().filter($isTableCellNode).slice(column);
    const fitting = [...values.slice(0, cells.length - 1), values.slice(cells.length - 1).join(' ')];
    for (const [offset, target] of cells.entries()) {
      const value = fitting[offset];
      if (value === undefined || offset >= values.length) continue;
      target.clear();
      target.append($createParagraphNode().append($createTextNode(value.trim())));
      last = target;
    }
  }
  last.selectEnd();
  return true;
}
