/**
 * Restores the text that an input method composed over when the composition is cancelled. Without this the
 * browser would remove a field together with its last letter.
 */
import {
  $getSelection,
  $isRangeSelection,
  $onUpdate,
  COMMAND_PRIORITY_BEFORE_CRITICAL,
  COMMAND_PRIORITY_CRITICAL,
  COMPOSITION_END_COMMAND,
  COMPOSITION_START_COMMAND,
  type EditorState,
  HISTORY_MERGE_TAG,
  type LexicalEditor,
  mergeRegister,
} from 'lexical';
import { $allFields, $currentField } from '#renderer/editor/fields/field-positions.ts';

export function registerCancelledComposition(editor: LexicalEditor): () => void {
  let before: EditorState | undefined;
  return mergeRegister(
    editor.registerCommand(
      COMPOSITION_START_COMMAND,
      () => {
        if (!editor.isComposing()) before = $isOverMuch() ? editor.getEditorState() : undefined;
        return false;
      },
      COMMAND_PRIORITY_BEFORE_CRITICAL,
    ),
    editor.registerCommand(
      COMPOSITION_END_COMMAND,
      ({ data }) => {
        const state = before;
        before = undefined;
        if (state !== undefined && data === '')
          $onUpdate(() => editor.setEditorState(state, { tag: HISTORY_MERGE_TAG }));
        return false;
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
  );
}

/** Returns true if text or a field is selected. An empty field counts when the caret is beside it. */
function $isOverMuch(): boolean {
  const selection = $getSelection();
  if ($isRangeSelection(selection) && !selection.isCollapsed()) return true;
  return $currentField() !== null || $allFields().some((field) => field.getTextContentSize() === 0);
}
