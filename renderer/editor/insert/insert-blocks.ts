/** Inserts serialized blocks (template, macro, copied section) into the live report at the caret. */
import {
  $getRoot,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  $parseSerializedNode,
  type LexicalEditor,
  type LexicalNode,
} from 'lexical';
import { rootOf } from '#renderer/editor/editing-session/report-text.ts';
import { $goToField } from '#renderer/editor/fields/pick-list.ts';
import { noteArrival } from '#renderer/editor/fields/unseen-field.ts';
import { $isReportFieldNode, type ReportFieldNode } from '#report/nodes/field-node.ts';
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';
import { sanitiseState } from '#report/state/sanitise-state.ts';

/**
 * Inserts a single paragraph into the line, anything more as blocks. Moves the caret to the first field
 * inserted.
 */
export function $insertBlocks(editor: LexicalEditor, blocks: readonly LexicalNodeJson[]): void {
  const known = sanitiseState(rootOf(blocks)).state.root.children;
  const nodes = known.map((block) => $parseSerializedNode({ ...block, version: 1 }));
  const only = nodes[0];
  const isLine = nodes.length === 1 && $isElementNode(only) && only.getType() === 'paragraph';
  const inserted = isLine ? only.getChildren() : nodes;
  if (inserted.length === 0) return;
  const selection = $getSelection() ?? $getRoot().selectEnd();
  selection.insertNodes(inserted);
  const field = $firstFieldOf(inserted);
  if (field) $arriveAt(editor, field);
}

/** Replaces an empty report, else inserts at the caret. */
export function $insertTemplate(editor: LexicalEditor, blocks: readonly LexicalNodeJson[]): void {
  const root = $getRoot();
  if (root.getTextContent().trim() === '') {
    const known = sanitiseState(rootOf(blocks)).state.root.children;
    root.clear();
    const nodes = known.map((block) => $parseSerializedNode({ ...block, version: 1 }));
    root.append(...nodes);
    const field = $firstFieldOf(nodes);
    if (field) $arriveAt(editor, field);
    else root.selectStart();
    return;
  }
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) root.selectEnd();
  $insertBlocks(editor, blocks);
}

/** The caret goes there by itself, so an Enter pressed for the insertion does not accept the field. */
function $arriveAt(editor: LexicalEditor, field: ReportFieldNode): void {
  $goToField(editor, field);
  noteArrival(field.getKey());
}

function $firstFieldOf(nodes: readonly LexicalNode[]): ReportFieldNode | undefined {
  for (const node of nodes) {
    if (!node.isAttached()) continue;
    if ($isReportFieldNode(node)) return node;
    const inside = $isElementNode(node) ? $firstFieldOf(node.getChildren()) : undefined;
    if (inside) return inside;
  }
  return undefined;
}
