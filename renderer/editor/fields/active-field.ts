/**
 * Store of the field at the caret, for the ring around it and the pick list. Only one editor has the focus at
 * a time.
 */
import type { LexicalEditor, NodeKey } from 'lexical';
import { create } from 'zustand';

interface ActiveField {
  readonly editor: LexicalEditor | undefined;
  readonly key: NodeKey | undefined;
}

export const useActiveField = create<ActiveField>()(() => ({ editor: undefined, key: undefined }));

const FOCUS_CLASS = 'focus';

export function setActiveField(editor: LexicalEditor, key: NodeKey | undefined): void {
  const before = useActiveField.getState();
  if (before.key !== undefined) before.editor?.getElementByKey(before.key)?.classList.remove(FOCUS_CLASS);
  if (key !== undefined) {
    editor.getElementByKey(key)?.classList.add(FOCUS_CLASS);
  }
  useActiveField.setState({ editor, key });
}
