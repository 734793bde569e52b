/**
 * Restores the caret when a report is opened: its last place in this window, else the first open field.
 * Otherwise the first empty section, else the start of the first section's text. Remembers only numbers,
 * never text.
 */
import { $isHeadingNode } from '@lexical/rich-text';
import {
  $getRoot,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  $isTextNode,
  type LexicalEditor,
  type LexicalNode,
  type PointType,
} from 'lexical';
import { $allFields, $enterField } from '#renderer/editor/fields/field-positions.ts';
import { noteArrival } from '#renderer/editor/fields/unseen-field.ts';
import { placeCaret } from './focus-report.ts';

/** Path of a node by child indexes from the root, and the offset in it. */
interface CaretPoint {
  readonly path: readonly number[];
  readonly offset: number;
}

const remembered = new Map<string, readonly [CaretPoint, CaretPoint]>();

/** Remembers the caret; `slot` names the report, as in `exams/{id}`. */
export function rememberCaret(editor: LexicalEditor, slot: string): void {
  const points = editor.getEditorState().read(() => {
    const selection = $getSelection();
    if (!$isRangeSelection(selection)) return undefined;
    return [pointOf(selection.anchor), pointOf(selection.focus)] as const;
  });
  if (points) remembered.set(slot, points);
}

/** Restores the caret, and the focus unless a dialog is open. */
export function restoreCaret(editor: LexicalEditor, slot: string): void {
  const place = () => {
    const points = remembered.get(slot);
    if (!(points && $selectPoints(points))) $selectFirstPlace(editor.isEditable());
  };
  if (document.querySelector('dialog[open]')) editor.update(place);
  else placeCaret(editor, place);
}

function pointOf(point: PointType): CaretPoint {
  const path: number[] = [];
  for (let node: LexicalNode = point.getNode(); ; ) {
    const parent = node.getParent();
    if (!parent) break;
    path.unshift(node.getIndexWithinParent());
    node = parent;
  }
  return { path, offset: point.offset };
}

/** Returns false if one of the places no longer exists in the text. */
function $selectPoints([anchor, focus]: readonly [CaretPoint, CaretPoint]): boolean {
  const from = $nodeAt(anchor);
  const to = $nodeAt(focus);
  if (!from || !to) return false;
  const selection = $getRoot().select();
  selection.anchor.set(from.getKey(), anchor.offset, $isTextNode(from) ? 'text' : 'element');
  selection.focus.set(to.getKey(), focus.offset, $isTextNode(to) ? 'text' : 'element');
  return true;
}

function $nodeAt({ path, offset }: CaretPoint): LexicalNode | undefined {
  let node: LexicalNode | null = $getRoot();
  for (const index of path) node = $isElementNode(node) ? node.getChildAtIndex(index) : null;
  if ($isTextNode(node)) return offset <= node.getTextContentSize() ? node : undefined;
  return $isElementNode(node) && offset <= node.getChildrenSize() ? node : undefined;
}

function $selectFirstPlace(isEditable: boolean): void {
  const blocks = $getRoot().getChildren();
  if (isEditable) {
    const open = $allFields().find((field) => !field.getField().filled);
    if (open) {
      $enterField(open);
      noteArrival(open.getKey());
      return;
    }
    const empty = blocks.find((block) => $isElementNode(block) && block.getTextContent() === '');
    if (empty) {
      empty.selectStart();
      return;
    }
  }
  const first = blocks.find((block) => $isElementNode(block) && !$isHeadingNode(block));
  if (first) first.selectStart();
  else $getRoot().selectEnd();
}
