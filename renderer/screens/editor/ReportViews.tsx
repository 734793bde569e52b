/** Switches between the views of a report. Other views hide the edited text but never unmount it. */
import { type ReactNode, Suspense } from 'react';
import { lazyComponent } from '#renderer/components/loading/lazy-component.tsx';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { theirVersion } from '#renderer/editor/editing-session/editing-state.ts';
import type { TextSummary } from '#renderer/editor/editing-session/text-summary.ts';
import type { CaretPlace } from '#renderer/editor/text/caret/caret-context.ts';
import { EditorDialogs } from './dialogs/EditorDialogs.tsx';
import { Outline } from './frame/Outline.tsx';
import type { ReportPatient } from './frame/use-patient.ts';
import { OldVersion } from './history/OldVersion.tsx';
import { SidePanel } from './panels/SidePanel.tsx';
import { useView } from './view-store.ts';
import { WriteView } from './WriteView.tsx';

const CompareView = lazyComponent(async () => (await import('./conflict/CompareView.tsx')).CompareView);
const HistoryView = lazyComponent(async () => (await import('./history/HistoryView.tsx')).HistoryView);
const LocalHistoryView = lazyComponent(
  async () => (await import('./local-history/LocalHistoryView.tsx')).LocalHistoryView,
);
const PicturesView = lazyComponent(async () => (await import('./pictures/PicturesView.tsx')).PicturesView);
const PrintView = lazyComponent(async () => (await import('./print/PrintView.tsx')).PrintView);

interface ReportViewsProps {
  readonly textbox: ReactNode;
  readonly patient: ReportPatient | undefined;
  readonly summary: TextSummary;
  readonly place: CaretPlace;
}

export function ReportViews({ textbox, patient, summary, place }: ReportViewsProps) {
  const view = useView((state) => state.view);
  const panel = useView((state) => state.panel);
  const dialog = useView((state) => state.dialog);
  // Hide the pictures while the sign gate is open, because the gate needs their place beside the text.
  const pictures = useView((state) => state.pictures && state.panel !== 'gate');
  const hasOther = useEditingState((state) => theirVersion(state) !== undefined);
  return (
    <>
      <div
        className={`cols${pictures ? ' with-pictures' : panel ? ' three' : ''}`}
        hidden={view.kind !== 'write'}
      >
        {pictures ? (
          <Suspense fallback={<div className="vw-opening" />}>
            <PicturesView patient={patient} />
          </Suspense>
        ) : (
          <Outline summary={summary} current={place.section} />
        )}
        <WriteView textbox={textbox} summary={summary} />
        {panel && !pictures ? <SidePanel panel={panel} patient={patient} /> : null}
      </div>
      {view.kind === 'old_version' ? <OldVersion key={view.version_id} versionId={view.version_id} /> : null}
      <Suspense fallback={<div className="cols" />}>
        {view.kind === 'compare' && hasOther ? <CompareView patient={patient} /> : null}
        {view.kind === 'history' ? <HistoryView /> : null}
        {view.kind === 'journal' ? <LocalHistoryView /> : null}
        {view.kind === 'print' ? <PrintView patient={patient} /> : null}
      </Suspense>
      <div data-dialog={dialog}>
        <EditorDialogs />
      </div>
    </>
  );
}
