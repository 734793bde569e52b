/**
 * A selection change is reported after the fact. When the focus has left the report meanwhile (for the toolbar,
 * the sign gate, a dialog), Lexical would put its caret back and take the focus with it; this keeps it from that.
 */
import {
  $addUpdateTag,
  COMMAND_PRIORITY_CRITICAL,
  type LexicalEditor,
  SELECTION_CHANGE_COMMAND,
  SKIP_DOM_SELECTION_TAG,
} from 'lexical';

export function registerKeepFocus(editor: LexicalEditor): () => void {
  return editor.registerCommand(
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
  );
}
