/**
 * Outline of a report with an addendum. The signed text is shown apart and read-only. Its sections are still
 * counted and reachable.
 */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { $getRoot, type LexicalEditor } from 'lexical';
import { useCallback } from 'react';
import { useEditingSession } from '#renderer/editor/editing-session/editing-context.ts';
import { type ReportText, rootOf } from '#renderer/editor/editing-session/report-text.ts';
import { listSections } from '#report/review/section-list.ts';
import { goToSection } from './block-actions.ts';
import { type CaretPlace, useCaretContext } from './caret/caret-context.ts';
import { placeCaret } from './caret/focus-report.ts';

function keptSections(text: ReportText): number {
  return listSections(rootOf(text.kept())).length;
}

/** Same as `useCaretContext`, with the section index over the whole report. */
export function usePlaceInReport(): CaretPlace {
  const place = useCaretContext();
  const { text } = useEditingSession();
  const above = keptSections(text);
  return above === 0 ? place : { ...place, section: place.section + above };
}

/** Moves to a section of the whole report, by index from 0. */
export function useGoToSection(): (ordinal: number) => void {
  const [editor] = useLexicalComposerContext();
  const { text } = useEditingSession();
  return useCallback(
    (ordinal) => {
      const above = keptSections(text);
      if (ordinal >= above) goToSection(editor, ordinal - above);
      else goToKept(editor, ordinal, ordinal === above - 1);
    },
    [editor, text],
  );
}

/** Scrolls to signed text. The caret stays in editable text, or moves there at the addendum's heading. */
function goToKept(editor: LexicalEditor, ordinal: number, isAddendum: boolean): void {
  const kept = editor.getRootElement()?.parentElement?.querySelector('.kept');
  const headings = kept?.querySelectorAll(':scope > :is(h1, h2, h3, h4, h5, h6)');
  placeCaret(
    editor,
    () => {
      if (isAddendum) $getRoot().selectStart();
    },
    () => headings?.[ordinal]?.scrollIntoView({ block: 'start' }),
  );
}
