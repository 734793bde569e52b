/**
 * Keeps Lexical from taking the focus back, and the browser from moving the caret. Lexical would refocus the
 * report on a late selection event after the focus moved to a toolbar or dialog. The browser would put a
 * returning caret at the beginning. It stays where it was, unless a pointer press sets it. Behind a modal dialog
 * Lexical cannot take the focus but still the selection, and keys would then write nowhere.
 */
import {
  $addUpdateTag,
  $getSelection,
  $setSelection,
  COMMAND_PRIORITY_CRITICAL,
  FOCUS_COMMAND,
  type LexicalEditor,
  mergeRegister,
  SELECTION_CHANGE_COMMAND,
  SKIP_DOM_SELECTION_TAG,
  SKIP_SCROLL_INTO_VIEW_TAG,
} from 'lexical';

export function registerKeepFocus(editor: LexicalEditor): () => void {
  let isPressed = false;
  const press = () => {
    isPressed = true;
  };
  // Released by events instead of a timer, because on a slow machine a key could come first.
  const release = () => {
    isPressed = false;
  };
  return mergeRegister(
    editor.registerRootListener((root) => {
      root?.addEventListener('mousedown', press);
      return () => root?.removeEventListener('mousedown', press);
    }),
    onWindow(['mouseup', 'dragend', 'keydown'], release),
    editor.registerUpdateListener(() => giveBackSelection(editor)),
    editor.registerCommand(
      SELECTION_CHANGE_COMMAND,
      () => {
        const { activeElement, body } = document;
        // If nothing is focused, as after loading the page, the report may take the focus.
        const isElsewhere = activeElement !== null && activeElement !== body;
        if (isElsewhere && editor.getRootElement()?.contains(activeElement) === false)
          $addUpdateTag(SKIP_DOM_SELECTION_TAG);
        return false;
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
    editor.registerCommand(
      FOCUS_COMMAND,
      () => {
        // A pointer press sets its own caret next, so nothing may scroll under it.
        $addUpdateTag(isPressed ? SKIP_DOM_SELECTION_TAG : SKIP_SCROLL_INTO_VIEW_TAG);
        const selection = $getSelection();
        if (!isPressed && selection && !selection.dirty) $setSelection(selection.clone());
        return false;
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
  );
}

/** Returns the selection to the focused text field if this update put it into the report. */
function giveBackSelection(editor: LexicalEditor): void {
  const { activeElement } = document;
  const isField = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
  if (!isField || !editor.getRootElement()?.contains(getSelection()?.anchorNode ?? null)) return;
  const { selectionStart, selectionEnd } = activeElement;
  // A field without a caret, such as a box to tick, has none to return.
  if (selectionStart !== null) activeElement.setSelectionRange(selectionStart, selectionEnd);
}

function onWindow(names: readonly string[], act: () => void): () => void {
  for (const name of names) addEventListener(name, act, { capture: true });
  return () => {
    for (const name of names) removeEventListener(name, act, { capture: true });
  };
}
