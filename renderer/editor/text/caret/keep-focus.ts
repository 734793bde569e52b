/**
 * Keeps Lexical from taking the focus back, and the browser from moving the caret. Lexical would refocus the
 * report on a late selection event after the focus moved to a toolbar or dialog. The browser would put a
 * returning caret at the beginning. It stays where it was, unless a pointer press sets it.
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

function onWindow(names: readonly string[], act: () => void): () => void {
  for (const name of names) addEventListener(name, act, { capture: true });
  return () => {
    for (const name of names) removeEventListener(name, act, { capture: true });
  };
}
