/** Moving from cell to cell; at the last cell another row begins. */
import {
  $isTableCellNode,
  $isTableNode,
  $isTableRowNode,
  type TableCellNode,
  type TableNode,
} from '@lexical/table';
import { $findMatchingParent, $isElementNode, type LexicalNode } from 'lexical';
import { $computedKeys, $insertLesionRow } from './measurement-cells.ts';

export function $cellAround(node: LexicalNode): TableCellNode | null {
  const cell = $findMatchingParent(node, $isTableCellNode);
  return $isTableCellNode(cell) ? cell : null;
}

export function $tableOfCell(cell: TableCellNode): TableNode | null {
  const table = $findMatchingParent(cell, $isTableNode);
  return $isTableNode(table) ? table : null;
}

function $cellsOf(table: TableNode): TableCellNode[] {
  return table
    .getChildren()
    .filter($isTableRowNode)
    .flatMap((row) => row.getChildren().filter($isTableCellNode));
}

/** Always true: Tab stays in the table until the text behind or before it, and passes what is computed. */
export function $moveToCell(cell: TableCellNode, step: 1 | -1, canAdd: boolean): boolean {
  const table = $tableOfCell(cell);
  if (!table) return false;
  const cells = $cellsOf(table);
  const computed = $computedKeys(table);
  const at = cells.findIndex((known) => known.is(cell));
  const ahead = step === 1 ? cells.slice(at + 1) : cells.slice(0, at).toReversed();
  const target = ahead.find((known) => !computed.has(known.getKey()));
  if (target) {
    $selectCell(target);
  } else if (step === 1 && canAdd) {
    const first = $insertLesionRow(table);
    if (first) $selectCell(first);
  } else if (step === -1) {
    table.selectPrevious();
  }
  return true;
}

/** Selects what the cell holds, so that typing replaces it. */
export function $selectCell(cell: TableCellNode): void {
  const first = cell.getFirstDescendant();
  const last = cell.getLastDescendant();
  if (first && last && !$isElementNode(first) && !$isElementNode(last)) {
    const selection = first.selectPrevious(0, 0);
    selection.anchor.set(first.getKey(), 0, 'text');
    selection.focus.set(last.getKey(), last.getTextContentSize(), 'text');
  } else {
    cell.selectStart();
  }
}
