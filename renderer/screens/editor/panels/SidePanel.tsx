/** Panel beside the report: prior exam, history, files, recovered text or sign gate. */
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Tabs } from '#renderer/components/controls/Tabs.tsx';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import type { ReportPatient } from '#renderer/screens/editor/frame/use-patient.ts';
import { SignGate } from '#renderer/screens/editor/sign/SignGate.tsx';
import { type SidePanel as Panel, showPanel } from '#renderer/screens/editor/view-store.ts';
import { leaveForms } from '#renderer/state/shell/typed-forms.ts';
import { FilesPanel } from './files/FilesPanel.tsx';
import { useExamFiles } from './files/use-exam-files.ts';
import { HistoryPanel } from './HistoryPanel.tsx';
import { PriorPanel } from './PriorPanel.tsx';
import { RecoveredPanel } from './RecoveredPanel.tsx';
import { SignaturesPanel } from './SignaturesPanel.tsx';
import { usePriors } from './use-priors.ts';

interface SidePanelProps {
  readonly panel: Panel;
  readonly patient: ReportPatient | undefined;
}

export function SidePanel({ panel, patient }: SidePanelProps) {
  const { t } = useTranslation();
  const { documents } = useEditingSession();
  const versions = useEditingState((state) => state.versions.length);
  const signatures = useEditingState((state) => state.signatures.length);
  const groupId = useEditingState((state) => state.index?.security_group_id);
  const isExam = documents.resource === 'exams';
  const priors = usePriors();
  const files = useExamFiles(isExam ? groupId : undefined, documents.id);
  if (panel === 'gate') return <SignGate patient={patient} />;
  const tabs = [
    ...(isExam
      ? [{ value: 'prior' as const, label: t('review.panel.prior'), count: String(priors.earlier.length) }]
      : []),
    ...(signatures > 0 || panel === 'signatures'
      ? [{ value: 'signatures' as const, label: t('review.panel.signatures'), count: String(signatures) }]
      : []),
    { value: 'history' as const, label: t('review.panel.history'), count: String(versions) },
    ...(isExam
      ? [{ value: 'files' as const, label: t('review.panel.files'), count: String(files.nodes?.length ?? 0) }]
      : []),
    ...(panel === 'recovered' ? [{ value: 'recovered' as const, label: t('review.panel.recovered') }] : []),
  ];
  return (
    <aside className="panel" aria-label={t(`review.panel.${panel}`)} data-pane data-panel={panel}>
      <div className="panel-tabs">
        <Tabs
          label={t('review.panel.beside')}
          value={panel}
          tabs={tabs}
          onChange={(value) => leaveForms(() => showPanel(value))}
        />
        <Button
          kind="quiet"
          size="s"
          icon="close"
          label={t('review.panel.close')}
          onPress={() => leaveForms(() => showPanel(undefined))}
        />
      </div>
      {panel === 'prior' ? <PriorPanel priors={priors} patient={patient} /> : null}
      {panel === 'signatures' ? <SignaturesPanel /> : null}
      {panel === 'history' ? <HistoryPanel /> : null}
      {panel === 'files' ? <FilesPanel files={files} patient={patient} /> : null}
      {panel === 'recovered' ? <RecoveredPanel /> : null}
    </aside>
  );
}
