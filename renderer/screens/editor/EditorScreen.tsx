/**
 * The report editor: patient banner, tools, outline, the text, what stands beside it, the status bar. Exams
 * and templates share it. The text stays mounted behind compare, history and print, so nothing typed is lost.
 */
import '@fontsource-variable/source-serif-4/wght-italic.css';
import '#renderer/styles/editor/index.css';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { ReportEditor } from '#renderer/editor/text/ReportEditor.tsx';
import type { ReportResource } from '#renderer/editor/work/report-documents.ts';
import { openReport } from '#renderer/editor/work/report-work.ts';
import { useReportLife } from '#renderer/editor/work/use-report-life.ts';
import { useWork, useWorkState, WorkContext } from '#renderer/editor/work/work-context.ts';
import { latestSeq, versionOf } from '#renderer/editor/work/work-state.ts';
import { useTitle } from '#renderer/state/use-title.ts';
import { PatientBanner } from './frame/PatientBanner.tsx';
import { usePatient } from './frame/use-patient.ts';
import { OpenElsewhere } from './saving/OpenElsewhere.tsx';
import { resetView, useView } from './view-store.ts';
import { Workbench } from './Workbench.tsx';

interface EditorScreenProps {
  readonly resource: ReportResource;
  readonly id: string;
}

export function EditorScreen({ resource, id }: EditorScreenProps) {
  const work = useReportLife(resource, id);
  useEffect(() => resetView, []);
  return (
    <WorkContext value={work}>
      <Shell />
    </WorkContext>
  );
}

/** The frame carries what tests and scripts wait for: the draft's revision, the version shown, its number. */
function Shell() {
  const { t } = useTranslation();
  const work = useWork();
  const phase = useWorkState((state) => state.phase);
  const draftRev = useWorkState((state) => state.draft?.draft_rev);
  const patientId = useWorkState((state) => state.index?.meta.patient_id);
  const title = useWorkState((state) => state.meta.title);
  const patient = usePatient(patientId);
  const shown = useShownVersion();
  const untitled = work.documents.resource === 'exams' ? t('editor.noTitle') : t('editor.noTemplateTitle');
  useTitle([patient?.name, title ?? untitled].filter(Boolean).join(', '));
  const readOnly = useWorkState((state) => state.readOnly);
  return (
    <div
      className="editor-frame"
      data-testid="report-shell"
      data-draft-rev={draftRev ?? ''}
      data-version-id={shown.version_id}
      data-version-seq={shown.seq}
    >
      <PatientBanner patient={patient} />
      {phase === 'opening' ? <Opening /> : null}
      {phase === 'failed' ? <Failed /> : null}
      {phase === 'open' ? (
        <ReportEditor text={work.text} isEditable={readOnly === undefined} onEdit={work.edited}>
          {(textbox) => <Workbench textbox={textbox} patient={patient} />}
        </ReportEditor>
      ) : null}
    </div>
  );
}

function useShownVersion(): { readonly version_id: string; readonly seq: number | undefined } {
  const view = useView((state) => state.view);
  const state = useWorkState((whole) => whole);
  const id = view.kind === 'old_version' ? view.version_id : state.base_version_id;
  return { version_id: id ?? '', seq: versionOf(state, id)?.seq ?? (latestSeq(state) || undefined) };
}

function Opening() {
  const { t } = useTranslation();
  return (
    <main className="main opening" tabIndex={-1}>
      <p className="state s-sealed late">
        <Icon name="state-working" className="turning" />
        {t('editor.opening')}
      </p>
    </main>
  );
}

function Failed() {
  const { t } = useTranslation();
  const work = useWork();
  const error = useWorkState((state) => state.error);
  return (
    <main className="main opening" tabIndex={-1}>
      <ErrorNotice error={error} title={t('editor.didNotOpen')} onRetry={() => openReport(work)}>
        <OpenElsewhere />
      </ErrorNotice>
    </main>
  );
}
