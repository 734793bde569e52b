import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useEffect, useState } from 'react';
import { $priorMeasures, type PriorMeasures } from '#renderer/editor/tables/prior-column.ts';
import type { TableTexts } from '#report/review/measurements/measurement-table.ts';

const REST_MS = 300;

/** React hook that matches measurements with the prior's tables (`earlier`), updated when typing pauses. */
export function usePriorMeasures(earlier: readonly TableTexts[]): PriorMeasures {
  const [editor] = useLexicalComposerContext();
  const [measures, setMeasures] = useState<PriorMeasures>({ pairs: [], fills: [], mark: '.' });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => setMeasures(editor.read(() => $priorMeasures(earlier)));
    if (earlier.length === 0) return;
    read();
    const off = editor.registerUpdateListener(({ dirtyElements, dirtyLeaves }) => {
      if (dirtyElements.size === 0 && dirtyLeaves.size === 0) return;
      clearTimeout(timer);
      timer = setTimeout(read, REST_MS);
    });
    return () => {
      off();
      clearTimeout(timer);
    };
  }, [editor, earlier]);
  return measures;
}
