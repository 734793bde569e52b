/**
 * Deleting what a field shows leaves the field: with it would go its code, its choices and that it must be filled, unseen.
 * An emptied field shows its blank, selected, so that whatever is written next, by whatever program, stands in its place.
 * Only a selection that reaches over its edges takes the field along.
 */
import { $getClipboardDataFromSelection, setLexicalClipboardDataTransfer } from '@lexical/clipboard';
import {
  $getSelection,
  $isRangeSelection,
  $isTextNode,
  $setSelection,
  COMMAND_PRIORITY_CRITICAL,
  CUT_COMMAND,
  DELETE_CHARACTER_COMMAND,
  DELETE_WORD_COMMAND,
  type LexicalEditor,
  mergeRegister,
  type RangeSelection,
  REMOVE_TEXT_COMMAND,
} from 'lexical';
import { $fieldAround, $wholeFieldSelected } from '#renderer/editor/fields/field-positions.ts';
import { $replaceField, $replacePart } from '#renderer/editor/fields/field-replacing.ts';
import type { ReportFieldNode } from '#report/nodes/field-node.ts';

export function registerFieldEmptying(editor: LexicalEditor): () => void {
  const deleting = (granularity: 'character' | 'word') => (isBackward: boolean) =>
    editor.isEditable() && ($emptySelected() || $deleteFromCaret(isBackward, granularity));
  return mergeRegister(
    editor.registerCommand(DELETE_CHARACTER_COMMAND, deleting('character'), COMMAND_PRIORITY_CRITICAL),
    editor.registerCommand(DELETE_WORD_COMMAND, deleting('word'), COMMAND_PRIORITY_CRITICAL),
    editor.registerCommand(
      REMOVE_TEXT_COMMAND,
      () => editor.isEditable() && $emptySelected(),
      COMMAND_PRIORITY_CRITICAL,
    ),
    editor.registerCommand(
      CUT_COMMAND,
      (event) => {
        if (!editor.isEditable() || !(event instanceof ClipboardEvent) || event.clipboardData === null)
          return false;
        const copied = $getClipboardDataFromSelection($getSelection());
        if (!$emptySelected()) return false;
        event.preventDefault();
        setLexicalClipboardDataTransfer(event.clipboardData, copied);
        return true;
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
  );
}

/** False where something else than a field, or a part of one, is selected. */
function $emptySelected(): boolean {
  const field = $wholeFieldSelected();
  if (field) $replaceField(field, '');
  return field !== null || $replacePart('');
}

/** False where what stands beside the caret is none of a field's. */
function $deleteFromCaret(isBackward: boolean, granularity: 'character' | 'word'): boolean {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return false;
  const before = selection.clone();
  selection.modify('extend', isBackward, granularity);
  const field = $fieldAround(before.anchor.getNode());
  if (field) $keepWithin(field, selection, isBackward);
  if ($emptySelected()) return true;
  $setSelection(before);
  return false;
}

/** A word may reach over the edge of a field: from inside it is deleted to the edge. */
function $keepWithin(field: ReportFieldNode, selection: RangeSelection, isBackward: boolean): void {
  const { anchor, focus } = selection;
  if (field.is($fieldAround(focus.getNode()))) return;
  const [first, last] = [field.getFirstDescendant(), field.getLastDescendant()];
  const edge = isBackward ? first : last;
  if (!$isTextNode(edge)) return;
  const offset = isBackward ? 0 : edge.getTextContentSize();
  if (anchor.key === edge.getKey() && anchor.offset === offset) return;
  focus.set(edge.getKey(), offset, 'text');
}
