import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useEffect } from 'react';
import { useEditingSession } from '#renderer/editor/editing-session/editing-context.ts';
import { takeSentence } from '#renderer/state/shell/sentence-to-show.ts';
import { goToWords } from './sign/jump-to-finding.ts';

/** Opens the report at the sentence that a search has found, marked until the first key. */
export function useFoundSentence(): void {
  const [editor] = useLexicalComposerContext();
  const { documents } = useEditingSession();
  useEffect(() => {
    const text = takeSentence(documents.id);
    if (text !== undefined) goToWords(editor, text);
  }, [editor, documents]);
}
