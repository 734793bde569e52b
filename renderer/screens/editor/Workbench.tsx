/** Everything below the banner once a report is open: the view that was chosen, and the bars above it. */
import { type ReactNode, useEffect } from 'react';
import { useCaretPlace } from '#renderer/editor/text/caret-place.ts';
import { useTextSummary } from '#renderer/editor/text/use-text-summary.ts';
import { useWorkState } from '#renderer/editor/work/work-context.ts';
import { ConflictBanner } from './conflict/ConflictBanner.tsx';
import { useEditorCommands } from './editor-commands.ts';
import { StatusBar } from './frame/StatusBar.tsx';
import type { ReportPatient } from './frame/use-patient.ts';
import { usePriors } from './panels/use-priors.ts';
import { ReportViews } from './ReportViews.tsx';
import { ActError } from './saving/ActError.tsx';
import { FoundDraft } from './saving/FoundDraft.tsx';
import { ReportToolbar } from './tools/ReportToolbar.tsx';
import { showPanel, useView } from './view-store.ts';

interface WorkbenchProps {
  readonly textbox: ReactNode;
  readonly patient: ReportPatient | undefined;
}

/** Where the patient has an earlier exam, it stands beside the report from the start. */
function useOpenPrior(): void {
  const hasPrior = usePriors().length > 0;
  const isWide = matchMedia('(min-width: 66rem)').matches;
  useEffect(() => {
    if (hasPrior && isWide) showPanel('prior');
  }, [hasPrior, isWide]);
}

export function Workbench({ textbox, patient }: WorkbenchProps) {
  const summary = useTextSummary();
  const place = useCaretPlace();
  const view = useView((state) => state.view.kind);
  const readOnly = useWorkState((state) => state.readOnly);
  useEditorCommands(summary);
  useOpenPrior();
  return (
    <>
      <ConflictBanner />
      {view === 'write' ? <FoundDraft /> : null}
      <ActError />
      {view === 'write' && readOnly === undefined ? <ReportToolbar place={place} summary={summary} /> : null}
      <ReportViews textbox={textbox} patient={patient} summary={summary} place={place} />
      <StatusBar summary={summary} place={place} />
    </>
  );
}
