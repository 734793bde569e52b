/**
 * Keeps a field when its text is deleted, because its code, choices and required mark would be lost unseen.
 * The emptied field shows its selected blank, so the next text replaces it. A selection beyond the field's
 * edges deletes it.
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
import { $replaceField, $replacePart } from '#renderer/editor/fields/replace-field-text.ts';
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

/** Returns false if the selection is neither a field nor part of one. */
function $emptySelected(): boolean {
  const field = $wholeFieldSelected();
  if (field) $replaceField(field, '');
  return field !== null || $replacePart('');
}

/** Returns false if no field is beside the caret. */
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

/** Limits deleting by word to the field that contains the caret. */
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
