/** Moves between table cells by Tab. Tab in the last cell adds a row. */
import {
  $isTableCellNode,
  $isTableNode,
  $isTableRowNode,
  type TableCellNode,
  type TableNode,
} from '@lexical/table';
import {
  $createParagraphNode,
  $findMatchingParent,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  type LexicalNode,
  type NodeKey,
} from 'lexical';
import { $isReportFieldNode } from '#report/nodes/field-node.ts';
import { FIELD_BLANK } from '#report/state/field-meta.ts';
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

/**
 * Moves to the next or previous cell, skipping computed ones. Always returns true: Tab stays in the table
 * until it leaves to the text around.
 */
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
 * Handles Tab in the first cell of an empty last row: removes the row and moves after the table, because no
 * further row is needed. Returns false elsewhere.
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

/** Cell with a value that the caret was moved to by the last key. */
let jumpedTo: NodeKey | undefined;

/** Called at each key: ends the jump. Returns its cell. */
export function takeJump(): NodeKey | undefined {
  const cell = jumpedTo;
  jumpedTo = undefined;
  return cell;
}

/**
 * Puts a space between the value of a cell and a digit typed right after the jump to it: 21 and 20 must not become 2120,
 * which looks like a value. Returns true if it wrote the digit.
 */
export function $keepValuesApart(jump: NodeKey | undefined, digit: string): boolean {
  const selection = $getSelection();
  if (jump === undefined || !$isRangeSelection(selection) || !selection.isCollapsed()) return false;
  const cell = $cellAround(selection.anchor.getNode());
  if (cell?.getKey() !== jump || !/\d$/.test(cell.getTextContent())) return false;
  selection.insertText(` ${digit}`);
  return true;
}

/** True for a cell with an open field and nothing else. */
function $isOpenField(cell: TableCellNode): boolean {
  const [block, ...others] = cell.getChildren();
  const [field, ...rest] = $isElementNode(block) ? block.getChildren() : [];
  return others.length + rest.length === 0 && $isReportFieldNode(field) && !field.getField().filled;
}

/**
 * Places the caret at the end of the cell, so that a key replaces no value. Only a blank to fill is selected, which
 * typing replaces.
 */
export function $selectCell(cell: TableCellNode): void {
  const text = cell.getTextContent();
  if (text.trim() !== '' && text.trim() !== FIELD_BLANK && !$isOpenField(cell)) {
    cell.selectEnd();
    jumpedTo = cell.getKey();
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
