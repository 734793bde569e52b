/**
 * The report editor screen for exams and templates: patient banner, tools, outline, text, side panel, status
 * bar. The text stays mounted behind compare, history and print, so typed text is kept.
 */
import '@fontsource-variable/source-serif-4/wght-italic.css';
import '#renderer/styles/editor/index.css';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { dropHeldKeys } from '#renderer/components/records/drop-held-keys.ts';
import {
  EditingContext,
  useEditingSession,
  useEditingState,
} from '#renderer/editor/editing-session/editing-context.ts';
import { latestSeq, versionOf } from '#renderer/editor/editing-session/editing-state.ts';
import type { ReportResource } from '#renderer/editor/editing-session/report-documents.ts';
import {
  openWithStashedText,
  useReportLifecycle,
} from '#renderer/editor/editing-session/use-report-lifecycle.ts';
import { recordPatient, setShownReport } from '#renderer/editor/guard/patient-switch.ts';
import { useReportTranslations } from '#renderer/editor/language/report-translations.ts';
import { setPasteRefused } from '#renderer/editor/text/paste-notice.ts';
import { ReportEditor } from '#renderer/editor/text/ReportEditor.tsx';
import { useHeldKeys } from '#renderer/state/unsaved/held-keys.ts';
import { useTitle } from '#renderer/state/use-title.ts';
import { PatientSwitchDialog } from './dialogs/PatientSwitchDialog.tsx';
import { PatientBanner } from './frame/PatientBanner.tsx';
import { type ReportPatient, usePatient } from './frame/use-patient.ts';
import { useFigurePictures } from './pictures/use-figure-pictures.ts';
import { LeaveDialog } from './save-status/LeaveDialog.tsx';
import { OtherVersions } from './save-status/OtherVersions.tsx';
import { resetView, useView } from './view-store.ts';
import { Workbench } from './Workbench.tsx';

interface EditorScreenProps {
  readonly resource: ReportResource;
  readonly id: string;
}

export function EditorScreen({ resource, id }: EditorScreenProps) {
  const work = useReportLifecycle(resource, id);
  useEffect(() => resetView, []);
  useEffect(() => setShownReport(id), [id]);
  // Clear the notice of a refused paste when another report opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another report begins without it
  useEffect(() => setPasteRefused(undefined), [resource, id]);
  return (
    <EditingContext value={work}>
      <Shell />
    </EditingContext>
  );
}

/**
 * Frame of the screen. Its data attributes (draft revision, version, number) are what tests and scripts wait
 * for.
 */
function Shell() {
  const { t } = useTranslation();
  const work = useEditingSession();
  const phase = useEditingState((state) => state.phase);
  const draftRev = useEditingState((state) => state.draft?.draft_rev);
  const patientId = useEditingState((state) => state.index?.meta.patient_id);
  const title = useEditingState((state) => state.meta.title);
  const patient = usePatient(patientId);
  const shown = useShownVersion();
  const untitled = work.documents.resource === 'exams' ? t('editor.noTitle') : t('editor.noTemplateTitle');
  useTitle(t('editor.report'), [patient?.name, title ?? untitled].filter(Boolean).join(', '));
  useNotedPatient(patient);
  const readOnly = useEditingState((state) => state.readOnly);
  const onEdit = useCallback(() => {
    setPasteRefused(undefined);
    work.edited();
  }, [work]);
  const { language } = useReportTranslations();
  const epoch = useEditingState((state) => state.textEpoch);
  const box = useRef<HTMLDivElement>(null);
  useFigurePictures(
    box,
    useEditingState((state) => state.index?.security_group_id),
  );
  return (
    <div
      className="editor-frame"
      ref={box}
      data-testid="report-shell"
      data-draft-rev={draftRev ?? ''}
      data-version-id={shown.version_id}
      data-version-seq={shown.seq}
    >
      <LeaveDialog />
      <PatientSwitchDialog />
      <PatientBanner patient={patient} />
      {phase === 'opening' ? <Opening /> : null}
      {phase === 'failed' ? <Failed /> : null}
      {phase === 'open' ? (
        <ReportEditor
          text={work.text}
          slot={`${work.documents.resource}/${work.documents.id}`}
          epoch={epoch}
          isEditable={readOnly === undefined}
          language={language}
          onEdit={onEdit}
        >
          {(textbox) => <Workbench textbox={textbox} patient={patient} />}
        </ReportEditor>
      ) : null}
    </div>
  );
}

/** Records the patient of the open report for the patient-switch check. */
function useNotedPatient(patient: ReportPatient | undefined): void {
  const { t } = useTranslation();
  const { documents } = useEditingSession();
  const isOpen = useEditingState((state) => state.phase === 'open');
  const patientId = useEditingState((state) => state.index?.meta.patient_id ?? null);
  const isExam = documents.resource === 'exams';
  const name = patient?.name ?? t('editor.noPatient');
  useEffect(() => {
    if (isOpen && isExam) recordPatient({ patient_id: patientId, name });
  }, [isOpen, isExam, patientId, name]);
}

function useShownVersion(): { readonly version_id: string; readonly seq: number | undefined } {
  const view = useView((state) => state.view);
  const state = useEditingState((whole) => whole);
  const id = view.kind === 'old_version' ? view.version_id : state.base_version_id;
  return { version_id: id ?? '', seq: versionOf(state, id)?.seq ?? (latestSeq(state) || undefined) };
}

function Opening() {
  const { t } = useTranslation();
  const held = useHeldKeys((state) => state.held?.text ?? '');
  const seconds = useSecondsShown();
  return (
    <main className="main opening" tabIndex={-1}>
      <p className="state s-sealed late">
        <Icon name="state-working" className="turning" />
        {seconds < 2 ? t('editor.opening') : t('editor.openingFor', { count: seconds })}
      </p>
      <p role="status" className="note held-keys">
        {held === '' ? null : t('editor.keysHeld', { text: held })}
      </p>
    </main>
  );
}

/** Whole seconds since the component is shown. */
function useSecondsShown(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((past) => past + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}

function Failed() {
  const { t } = useTranslation();
  useEffect(() => dropHeldKeys(), []);
  const work = useEditingSession();
  const error = useEditingState((state) => state.error);
  return (
    <main className="main opening" tabIndex={-1}>
      <ErrorNotice error={error} title={t('editor.didNotOpen')} onRetry={() => openWithStashedText(work)}>
        <OtherVersions />
      </ErrorNotice>
    </main>
  );
}
