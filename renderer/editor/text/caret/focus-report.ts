/**
 * Moves caret and focus into the report together. The focus moves first, because `keep-focus.ts` would hold
 * back a caret set while another control has it.
 */
import { $getRoot, $getSelection, $setSelection, type LexicalEditor } from 'lexical';
import { flushSync } from 'react-dom';

/** Selects by `$place` and focuses the report. `shown` runs once the caret is in place. */
export function placeCaret(editor: LexicalEditor, $place: () => void, shown?: () => void): void {
  const root = editor.getRootElement();
  if (root && !root.contains(document.activeElement)) {
    root.focus({ preventScroll: true });
    // Flush the effects of focusing (old caret, no scrolling) before the new place is shown.
    editor.update(() => undefined, { discrete: true });
  }
  editor.update($place, shown ? { discrete: true, onUpdate: shown } : { discrete: true });
}

/**
 * Writes into the report from a closing dialog. Waits until the dialog has returned the focus, and finishes
 * before the next key.
 */
export function writeFromDialog(editor: LexicalEditor, onClose: () => void, $write: () => void): void {
  flushSync(onClose);
  editor.update($write, { discrete: true });
  focusReport(editor);
}

/** Focuses the report at its last caret or selection. */
export function focusReport(editor: LexicalEditor): void {
  placeCaret(editor, () => {
    const selection = $getSelection();
    if (selection === null) $getRoot().selectStart();
    else if (!selection.dirty) $setSelection(selection.clone());
  });
}
