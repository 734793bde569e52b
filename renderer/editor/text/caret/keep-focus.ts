/**
 * Caret and focus across controls. A selection change is reported after the fact: when the focus has left the
 * report meanwhile (for the toolbar, the sign gate, a dialog), Lexical would put its caret back and take the focus
 * with it; this keeps it from that. And when the focus comes back, from whatever gives it, the browser would put
 * the caret at the beginning of the report; it goes to where it was, unless a press of the pointer sets another.
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
  // By events, not by a timer: on a busy machine a key comes first, and the caret would be at the beginning.
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
        // With nothing focused (the page has just opened) the report may take the focus.
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
        // A press of the pointer sets its own caret next, at a place that must not move away under it.
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
