/**
 * Removes optional unfilled fields from the report, with the label, unit, line, table row or heading that exists
 * only for them. One undo step restores all of them.
 */

import { $isHeadingNode } from '@lexical/rich-text';
import { $isTableNode, $isTableRowNode, type TableRowNode } from '@lexical/table';
import {
  $findMatchingParent,
  $isElementNode,
  $isTextNode,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  type LexicalNode,
} from 'lexical';
import { $allFields, $checkedField } from '#renderer/editor/fields/field-positions.ts';
import { isOptionalBlank } from '#report/checks/field-checks.ts';
import { isLabelOnly, isRowLabelOnly, withoutLabel, withoutUnit } from '#report/checks/open-field-label.ts';
import type { ReportFieldNode } from '#report/nodes/field-node.ts';
import { $getSectionCode } from '#report/nodes/loinc-sections.ts';

/** Returns the number of removed fields. */
export function removeOpenFields(editor: LexicalEditor): number {
  let removed = 0;
  editor.update(
    () => {
      const open = $allFields().filter($isOpen);
      const rows = new Set<TableRowNode>();
      for (const field of open) {
        const line = field.getParent();
        const row = $findMatchingParent(field, $isTableRowNode);
        if ($isTableRowNode(row)) rows.add(row);
        $removeWithLabel(field);
        removed += 1;
        if (line?.isAttached() && $isLine(line) && isLabelOnly(line.getTextContent())) $removeUnder(line);
      }
      for (const row of rows) $removeBareRow(row);
    },
    { discrete: true, tag: HISTORY_PUSH_TAG },
  );
  return removed;
}

function $isOpen(field: ReportFieldNode): boolean {
  return isOptionalBlank($checkedField(field));
}

function $removeWithLabel(field: ReportFieldNode): void {
  const { label, unit } = field.getField();
  const [before, after] = [field.getPreviousSibling(), field.getNextSibling()];
  field.remove();
  if ($isTextNode(after)) $setText(after, withoutUnit(after.getTextContent(), unit));
  const text = $isTextNode(before) ? withoutLabel(before.getTextContent(), label) : '';
  const isClosed = $isTextNode(after) && /^[.,;:)]/.test(after.getTextContent());
  if ($isTextNode(before)) $setText(before, isClosed ? text.trimEnd() : text);
}

function $setText(node: LexicalNode, text: string): void {
  if (!$isTextNode(node) || !node.isAttached() || node.getTextContent() === text) return;
  if (text === '') node.remove();
  else node.setTextContent(text);
}

/** True for a line outside tables; a table cell stays. */
function $isLine(line: LexicalNode): boolean {
  const kind = line.getType();
  if (!$isElementNode(line) || (kind !== 'paragraph' && kind !== 'listitem')) return false;
  return line.getParent()?.getType() !== 'tablecell';
}

/** Removes a block, and the heading above it when nothing is left below that heading. */
function $removeUnder(block: LexicalNode): void {
  const top = block.getTopLevelElement();
  const above = top?.getPreviousSibling();
  block.remove();
  if (top?.isAttached() || !$isHeadingNode(above) || $getSectionCode(above) !== null) return;
  const below = above.getNextSibling();
  if (below === null || $isHeadingNode(below)) above.remove();
}

/** Removes a row that has only its name left, and the table when only its header row is left. */
function $removeBareRow(row: TableRowNode): void {
  const table = row.getParent();
  if (!$isTableNode(table) || !isRowLabelOnly(row.getChildren().map((cell) => cell.getTextContent()))) return;
  if (table.getChildrenSize() <= 2 && table.getFirstChild() !== row) $removeUnder(table);
  else if (table.getChildrenSize() === 1) $removeUnder(table);
  else row.remove();
}
