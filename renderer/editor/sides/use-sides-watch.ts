import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useEffect } from 'react';
import { useWorkState } from '#renderer/editor/work/work-context.ts';
import { watchSides } from './watch-sides.ts';

/** Left and right are read while the report is written; a report that is only read keeps its look. */
export function useSidesWatch(): void {
  const [editor] = useLexicalComposerContext();
  const title = useWorkState((state) => state.meta.title ?? '');
  const isWritten = useWorkState((state) => state.readOnly === undefined);
  useEffect(() => (isWritten ? watchSides(editor, title) : undefined), [editor, title, isWritten]);
}
