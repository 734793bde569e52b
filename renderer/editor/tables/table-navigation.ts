/** Moving from cell to cell; at the last cell another row begins. */
import {
  $isTableCellNode,
  $isTableNode,
  $isTableRowNode,
  type TableCellNode,
  type TableNode,
} from '@lexical/table';
import { $createParagraphNode, $findMatchingParent, $isElementNode, type LexicalNode } from 'lexical';
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
  if (step === 1 && computed.size > 0 && canAdd && $leaveEmptyRow(cell, table, computed)) return true;
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

/**
 * Tab in the first cell of an empty last lesion takes that row away and goes on behind the table: whoever has written
 * the last value needs no row more. False anywhere else.
 */
function $leaveEmptyRow(cell: TableCellNode, table: TableNode, computed: ReadonlySet<string>): boolean {
  const row = cell.getParent();
  if (!$isTableRowNode(row) || cell.getPreviousSibling() !== null || row.getTextContent().trim() !== '')
    return false;
  const cells = $cellsOf(table);
  const behind = cells.slice(cells.findIndex((known) => known.is(cell)) + row.getChildrenSize());
  if (behind.some((known) => !computed.has(known.getKey()))) return false;
  row.remove();
  const next = table.getNextSibling();
  if ($isElementNode(next)) next.selectStart();
  else {
    const paragraph = $createParagraphNode();
    table.insertAfter(paragraph);
    paragraph.select();
  }
  return true;
}

/** The number a lesion has before its name is written. */
const LESION_NUMBER = /^\d{1,2}[.)]?\s+$/;

/** Selects what the cell holds, so that typing replaces it; behind the number of a lesion without a name yet. */
export function $selectCell(cell: TableCellNode): void {
  if (LESION_NUMBER.test(cell.getTextContent())) {
    cell.selectEnd();
    return;
  }
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
