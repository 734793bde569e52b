import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useEffect, useState } from 'react';
import { useEditingSession } from '#renderer/editor/editing-session/editing-context.ts';
import { summariseText, type TextSummary } from '#renderer/editor/editing-session/text-summary.ts';

const REST_MS = 400;

/** React hook for the text summary, updated when typing pauses and the window is idle. */
export function useTextSummary(): TextSummary {
  const [editor] = useLexicalComposerContext();
  const { text } = useEditingSession();
  const [summary, setSummary] = useState(() => summariseText(text.state()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let idle = 0;
    const read = () => setSummary(summariseText(text.state()));
    const plan = () => {
      clearTimeout(timer);
      cancelIdleCallback(idle);
      timer = setTimeout(() => {
        idle = requestIdleCallback(read, { timeout: 1000 });
      }, REST_MS);
    };
    const off = editor.registerUpdateListener(({ dirtyElements, dirtyLeaves, tags }) => {
      if (tags.has('report-opening')) read();
      else if (dirtyElements.size > 0 || dirtyLeaves.size > 0) plan();
    });
    return () => {
      off();
      clearTimeout(timer);
      cancelIdleCallback(idle);
    };
  }, [editor, text]);
  return summary;
}
