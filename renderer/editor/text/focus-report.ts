import type { LexicalEditor } from 'lexical';

/** The focus goes back into the report, to where the caret was; a selection stays one. */
export function focusReport(editor: LexicalEditor): void {
  editor.focus(() => editor.getRootElement()?.focus({ preventScroll: true }));
}
