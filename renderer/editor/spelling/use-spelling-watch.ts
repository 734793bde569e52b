import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useEffect } from 'react';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { useReportTranslations } from '#renderer/editor/language/report-translations.ts';
import { watchSpelling } from './watch-spelling.ts';

/** React hook that checks spelling in an editable report only. */
export function useSpellingWatch(): void {
  const [editor] = useLexicalComposerContext();
  const { language } = useReportTranslations();
  const groupId = useEditingState((state) => state.index?.security_group_id);
  const isWritten = useEditingState((state) => state.readOnly === undefined);
  useEffect(
    () => (isWritten && groupId !== undefined ? watchSpelling(editor, language, groupId) : undefined),
    [editor, language, groupId, isWritten],
  );
}
