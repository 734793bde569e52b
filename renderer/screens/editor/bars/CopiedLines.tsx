import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useEffect, useMemo } from 'react';
import { readCopied, withoutCopied } from '#records/reports/unreviewed-copied-lines.ts';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { highlightCopiedLines } from '#renderer/editor/insert/highlight-copied-lines.ts';

/** Shows lines copied from a prior in grey until the person has checked them, or answered for those of the prior's day. */
export function CopiedLines() {
  const [editor] = useLexicalComposerContext();
  const work = useEditingSession();
  const attributes = useEditingState((state) => state.meta.custom_attributes);
  const isWritten = useEditingState((state) => state.readOnly === undefined);
  const copied = useMemo(() => new Set(readCopied(attributes)), [attributes]);
  useEffect(() => {
    if (copied.size === 0 || !isWritten) return undefined;
    return highlightCopiedLines(editor, copied, (line) => {
      const { meta } = work.store.getState();
      work.set({ meta: { ...meta, custom_attributes: withoutCopied(meta.custom_attributes, line) } });
      work.edited();
    });
  }, [editor, copied, isWritten, work]);
  return null;
}
