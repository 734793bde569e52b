/**
 * Compares side and size of findings between the parts of the report once typing pauses, as the sign gate does. Reads
 * the whole text, so never with a key.
 */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useEffect } from 'react';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { checkComparisons } from '#report/checks/quality-checks.ts';
import { setCompared } from './laterality-store.ts';

const REST_MS = 300;
const IDLE_WAIT_MAX_MS = 500;

/** React hook that watches an editable report only. */
export function useComparisonWatch(): void {
  const [editor] = useLexicalComposerContext();
  const { text } = useEditingSession();
  const title = useEditingState((state) => state.meta.title);
  const isWritten = useEditingState((state) => state.readOnly === undefined);
  useEffect(() => {
    if (!isWritten) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let idle: number | undefined;
    const compare = () => {
      setCompared(checkComparisons({ state: text.state(), title, kept_blocks: text.kept().length }));
    };
    const later = () => {
      clearTimeout(timer);
      if (idle !== undefined) cancelIdleCallback(idle);
      timer = setTimeout(() => {
        idle = requestIdleCallback(compare, { timeout: IDLE_WAIT_MAX_MS });
      }, REST_MS);
    };
    later();
    const off = editor.registerUpdateListener(({ dirtyElements, dirtyLeaves }) => {
      if (dirtyElements.size > 0 || dirtyLeaves.size > 0) later();
    });
    return () => {
      off();
      clearTimeout(timer);
      if (idle !== undefined) cancelIdleCallback(idle);
      setCompared([]);
    };
  }, [editor, text, title, isWritten]);
}
