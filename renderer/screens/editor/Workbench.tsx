/** Area below the banner of an open report: the notice bars and the chosen view. */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { type ReactNode, useEffect, useRef } from 'react';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { saveAttributes } from '#renderer/editor/editing-session/save-attributes.ts';
import { useComparisonWatch } from '#renderer/editor/laterality/watch-comparisons.ts';
import { useLateralityWatch } from '#renderer/editor/laterality/watch-laterality.ts';
import { useSpellingWatch } from '#renderer/editor/spelling/use-spelling-watch.ts';
import { focusReport } from '#renderer/editor/text/caret/focus-report.ts';
import { usePlaceInReport } from '#renderer/editor/text/signed-sections.ts';
import { useTextSummary } from '#renderer/editor/text/use-text-summary.ts';
import { setOpenExam } from '#renderer/state/shell/currently-open-exam.ts';
import { ConflictBanner } from './conflict/ConflictBanner.tsx';
import { useEditorCommands } from './editor-commands.ts';
import { MovedBanner } from './frame/MovedBanner.tsx';
import { StatusBar } from './frame/StatusBar.tsx';
import type { ReportPatient } from './frame/use-patient.ts';
import { WithdrawnResultsBanner } from './frame/WithdrawnResultsBanner.tsx';
import { usePriors } from './panels/use-priors.ts';
import { ReportViews } from './ReportViews.tsx';
import { ActionError } from './save-status/ActionError.tsx';
import { DraftConflictBanner } from './save-status/DraftConflictBanner.tsx';
import { IncomingVersionBanner } from './save-status/IncomingVersionBanner.tsx';
import { UnsealedDraftBanner } from './save-status/UnsealedDraftBanner.tsx';
import { useKnownPicturesWatch } from './sign/gate/known-pictures.ts';
import { SignatureBanner } from './sign/SignatureBanner.tsx';
import { WithdrawnBanner } from './sign/WithdrawnBanner.tsx';
import { ReportToolbar } from './tools/ReportToolbar.tsx';
import { useFoundSentence } from './use-found-sentence.ts';
import { preparePanel, useView } from './view-store.ts';

interface WorkbenchProps {
  readonly textbox: ReactNode;
  readonly patient: ReportPatient | undefined;
}

/** Returns the focus to the text when the view in front of it closes. */
function useReturnToText(view: string): void {
  const [editor] = useLexicalComposerContext();
  const before = useRef(view);
  useEffect(() => {
    if (view === 'write' && before.current !== 'write') focusReport(editor);
    before.current = view;
  }, [editor, view]);
}

/** Opens the prior panel at the start if the patient has an earlier exam. */
function useOpenPrior(): void {
  const hasPrior = usePriors().earlier.length > 0;
  useEffect(() => {
    if (hasPrior && isWide()) preparePanel('prior');
  }, [hasPrior]);
}

/** Sets the open exam, so that uploads from anywhere in the editor save their owner answer with its draft. */
function useOpenExam(): void {
  const work = useEditingSession();
  useEffect(() => {
    if (work.documents.resource !== 'exams') return undefined;
    const meta = () => work.store.getState().meta;
    return setOpenExam({
      exam_id: work.documents.id,
      attributes: () => meta().custom_attributes,
      examDate: () => meta().exam_date,
      keep: (change, reason) => saveAttributes(work, change, reason),
    });
  }, [work]);
}

/** Measures in rem of the zoomed page, which a media query ignores. */
function isWide(): boolean {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return innerWidth >= 66 * rem;
}

export function Workbench({ textbox, patient }: WorkbenchProps) {
  const summary = useTextSummary();
  const place = usePlaceInReport();
  const view = useView((state) => state.view.kind);
  const readOnly = useEditingState((state) => state.readOnly);
  useEditorCommands(summary, patient);
  useOpenPrior();
  useOpenExam();
  useLateralityWatch();
  useComparisonWatch();
  useSpellingWatch();
  useKnownPicturesWatch(patient);
  useReturnToText(view);
  useFoundSentence();
  return (
    <>
      <ConflictBanner patient={patient} />
      <IncomingVersionBanner />
      <DraftConflictBanner />
      {view === 'write' ? <UnsealedDraftBanner /> : null}
      <ActionError />
      {view === 'write' ? <WithdrawnBanner /> : null}
      {view === 'write' ? <WithdrawnResultsBanner /> : null}
      {view === 'write' ? <MovedBanner /> : null}
      {view === 'write' ? <SignatureBanner /> : null}
      {view === 'write' && readOnly === undefined ? <ReportToolbar place={place} summary={summary} /> : null}
      <ReportViews textbox={textbox} patient={patient} summary={summary} place={place} />
      <StatusBar summary={summary} place={place} />
    </>
  );
}
