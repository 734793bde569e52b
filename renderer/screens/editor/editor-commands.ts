/** Registers the commands of the command table that act in an open report. */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { FORMAT_TEXT_COMMAND, type LexicalEditor } from 'lexical';
import { reportFacts } from '#records/reports/report-status.ts';
import { useCommand } from '#renderer/commands/command-registry.ts';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import type { TextSummary } from '#renderer/editor/editing-session/text-summary.ts';
import { $currentField, $fieldFromCaret } from '#renderer/editor/fields/field-positions.ts';
import { $goToField, $openPickList } from '#renderer/editor/fields/pick-list.ts';
import { addMeasurementRow } from '#renderer/editor/tables/table-actions.ts';
import { setBlockStyle, toggleList } from '#renderer/editor/text/block-actions.ts';
import { focusReport, placeCaret } from '#renderer/editor/text/caret/focus-report.ts';
import { useGoToSection } from '#renderer/editor/text/signed-sections.ts';
import type { ReportPatient } from './frame/use-patient.ts';
import { usePaletteCommands } from './palette-commands.ts';
import { useSeal } from './sign/use-seal.ts';
import {
  openDialog,
  showFind,
  showPanel,
  showPictures,
  showView,
  togglePanel,
  useView,
} from './view-store.ts';

export function useEditorCommands(summary: TextSummary, patient: ReportPatient | undefined): void {
  const [editor] = useLexicalComposerContext();
  const work = useEditingSession();
  const view = useView((state) => state.view.kind);
  const readOnly = useEditingState((state) => state.readOnly);
  const isWriting = view === 'write' && readOnly === undefined;
  const isExam = work.documents.resource === 'exams';

  useCommand(
    'saveDraft',
    () => {
      work.clock.flush().catch(() => undefined);
    },
    isWriting,
  );
  const seal = useSeal(patient);
  // While the sign gate is open it handles these keys. While it signs, a seal waits.
  const hasGate = useView((state) => state.panel === 'gate');
  const isActing = useEditingState((state) => state.acting !== undefined);
  const isPending = useEditingState((state) => reportFacts(state.meta.custom_attributes).pending !== null);
  useCommand('seal', () => void seal(), isWriting && (isActing || !(hasGate && isPending)));
  useCommand('sign', () => showPanel('gate'), isWriting && isExam && !hasGate);
  useCommand('signAndNext', () => showPanel('gate'), isWriting && isExam);
  useCommand('history', () => showView({ kind: 'history' }), view !== 'print');
  // Closing the view stays possible when the report has become read-only meanwhile.
  useCommand(
    'journal',
    () => showView({ kind: view === 'journal' ? 'write' : 'journal' }),
    view === 'journal' || (view !== 'print' && readOnly === undefined),
  );
  useCommand('prior', () => togglePanel('prior'), view === 'write' && isExam);
  useCommand(
    'pictures',
    () => {
      const isOpen = useView.getState().pictures;
      showPictures(!isOpen);
      if (isOpen) focusReport(editor);
    },
    view === 'write' && isExam,
  );
  useCommand('print', () => showView({ kind: 'print' }));
  useCommand('find', () => showFind(true), view === 'write');
  useCommand('spelling', () => openDialog('spelling'), isWriting);
  useCommand('template', () => openDialog('template'), isWriting);

  const isInFront = view === 'write';
  useCommand('nextField', () => goToField(editor, 1, false), isInFront);
  useCommand('previousField', () => goToField(editor, -1, false), isInFront);
  useCommand('nextUnfilled', () => goToField(editor, 1, true), isInFront);
  useCommand('previousUnfilled', () => goToField(editor, -1, true), isInFront);
  useCommand('openPickList', () => editor.update(() => $openPickList(editor, $currentField())), isWriting);

  useSectionCommands(summary, view === 'write');
  useTextCommands(editor, isWriting);
  usePaletteCommands();
  useCommand('measurementRow', () => addMeasurementRow(editor), isWriting);
}

function goToField(editor: LexicalEditor, step: 1 | -1, unfilled: boolean): void {
  placeCaret(editor, () => {
    const field = $fieldFromCaret(step, unfilled);
    if (field) $goToField(editor, field);
  });
}

function useSectionCommands(summary: TextSummary, enabled: boolean): void {
  const goToSection = useGoToSection();
  const go = (at: number) => () => {
    const section = summary.sections[at];
    if (section) goToSection(section.ordinal);
  };
  useCommand('section1', go(0), enabled);
  useCommand('section2', go(1), enabled);
  useCommand('section3', go(2), enabled);
  useCommand('section4', go(3), enabled);
  useCommand('section5', go(4), enabled);
  useCommand('section6', go(5), enabled);
}

function useTextCommands(editor: LexicalEditor, enabled: boolean): void {
  useCommand('heading1', () => setBlockStyle(editor, 'heading1'), enabled);
  useCommand('heading2', () => setBlockStyle(editor, 'heading2'), enabled);
  useCommand('heading3', () => setBlockStyle(editor, 'heading3'), enabled);
  useCommand('plainText', () => setBlockStyle(editor, 'text'), enabled);
  useCommand('quote', () => setBlockStyle(editor, 'quote'), enabled);
  useCommand('bulletList', () => toggleList(editor, 'bullet'), enabled);
  useCommand('numberedList', () => toggleList(editor, 'number'), enabled);
  useCommand('bold', () => editor.dispatchCommand(FORMAT_TEXT_COMMAND, 'bold'), enabled);
  useCommand('italic', () => editor.dispatchCommand(FORMAT_TEXT_COMMAND, 'italic'), enabled);
  useCommand('underline', () => editor.dispatchCommand(FORMAT_TEXT_COMMAND, 'underline'), enabled);
}
