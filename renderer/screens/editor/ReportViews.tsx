/** The views of a report. The written text is hidden, never unmounted, while another view is shown. */
import { lazy, type ReactNode, Suspense } from 'react';
import type { CaretPlace } from '#renderer/editor/text/caret-place.ts';
import type { TextSummary } from '#renderer/editor/work/text-summary.ts';
import { useWorkState } from '#renderer/editor/work/work-context.ts';
import { EditorDialogs } from './dialogs/EditorDialogs.tsx';
import { Outline } from './frame/Outline.tsx';
import type { ReportPatient } from './frame/use-patient.ts';
import { OldVersion } from './history/OldVersion.tsx';
import { SidePanel } from './panels/SidePanel.tsx';
import { useView } from './view-store.ts';
import { WriteView } from './WriteView.tsx';

const CompareView = lazy(async () => ({ default: (await import('./conflict/CompareView.tsx')).CompareView }));
const HistoryView = lazy(async () => ({ default: (await import('./history/HistoryView.tsx')).HistoryView }));
const PrintView = lazy(async () => ({ default: (await import('./print/PrintView.tsx')).PrintView }));

interface ReportViewsProps {
  readonly textbox: ReactNode;
  readonly patient: ReportPatient | undefined;
  readonly summary: TextSummary;
  readonly place: CaretPlace;
}

export function ReportViews({ textbox, patient, summary, place }: ReportViewsProps) {
  const view = useView((state) => state.view);
  const panel = useView((state) => state.panel);
  const hasConflict = useWorkState((state) => state.conflict !== undefined);
  return (
    <>
      <div className={`cols${panel ? ' three' : ''}`} hidden={view.kind !== 'write'}>
        <Outline summary={summary} current={place.section} />
        <WriteView textbox={textbox} />
        {panel ? <SidePanel panel={panel} patient={patient} /> : null}
      </div>
      {view.kind === 'old_version' ? <OldVersion key={view.version_id} versionId={view.version_id} /> : null}
      <Suspense fallback={<div className="cols" />}>
        {view.kind === 'compare' && hasConflict ? <CompareView /> : null}
        {view.kind === 'history' ? <HistoryView /> : null}
        {view.kind === 'print' ? <PrintView patient={patient} /> : null}
      </Suspense>
      <EditorDialogs />
    </>
  );
}
