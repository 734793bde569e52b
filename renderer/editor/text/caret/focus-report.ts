/**
 * Caret and focus go together. The focus comes first: a caret set while another control has it would be held
 * back by `keep-focus.ts`, and the report would then take the focus at its old place.
 */
import { $getRoot, $getSelection, $setSelection, type LexicalEditor } from 'lexical';
import { flushSync } from 'react-dom';

/** Puts the caret where `$place` selects, and the focus with it. `shown` runs when the caret stands there. */
export function placeCaret(editor: LexicalEditor, $place: () => void, shown?: () => void): void {
  const root = editor.getRootElement();
  if (root && !root.contains(document.activeElement)) {
    root.focus({ preventScroll: true });
    // What the focus itself brings (the old caret, no scrolling) is over before the new place is shown.
    editor.update(() => undefined, { discrete: true });
  }
  editor.update($place, shown ? { discrete: true, onUpdate: shown } : { discrete: true });
}

/**
 * Out of a dialog that closes: it gives the focus back to where it came from, and only then may the report take it;
 * all of it before the next key.
 */
export function writeFromDialog(editor: LexicalEditor, onClose: () => void, $write: () => void): void {
  flushSync(onClose);
  editor.update($write, { discrete: true });
  focusReport(editor);
}

/** The focus goes back into the report, to where the caret was; a selection stays one. */
export function focusReport(editor: LexicalEditor): void {
  placeCaret(editor, () => {
    const selection = $getSelection();
    if (selection === null) $getRoot().selectStart();
    else if (!selection.dirty) $setSelection(selection.clone());
  });
}
