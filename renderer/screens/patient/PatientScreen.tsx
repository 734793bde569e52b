/** Patient screen: identity, exams, files, versions, and the demographics beside them. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Tabs } from '#renderer/components/controls/Tabs.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { EmptyState } from '#renderer/components/notices/EmptyState.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { count } from '#renderer/messages/numbers.ts';
import { patientCache } from '#renderer/state/record-cache/record-caches.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { useTitle } from '#renderer/state/use-title.ts';
import { PatientAccesses } from './accesses/PatientAccesses.tsx';
import { Demographics } from './Demographics.tsx';
import { PatientExams } from './PatientExams.tsx';
import { PatientFiles } from './PatientFiles.tsx';
import { PatientHead } from './PatientHead.tsx';
import { PatientHistory } from './PatientHistory.tsx';
import { usePatient, usePatientExams } from './use-patient.ts';
import { usePatientFiles } from './use-patient-files.ts';

const TABS = ['exams', 'files', 'history', 'accesses'] as const;
type Tab = (typeof TABS)[number];

export function PatientScreen({ patientId }: { readonly patientId: string }) {
  const { t } = useTranslation();
  const { view, error, reload } = usePatient(patientId);
  const exams = usePatientExams(patientId);
  const files = usePatientFiles(view?.index.security_group_id, exams);
  const [tab, setTab] = useState<Tab>('exams');
  const [selectedId, setSelectedId] = useState<string>();
  const isAdmin = useSession((state) => state.session?.principal.is_admin ?? false);
  const selected = exams.find((row) => row.id === selectedId) ?? exams[0];
  useTitle(t('patients.label'), view?.summary.display_name);

  if (error !== undefined || !view) {
    return (
      <main className="main" id="main" aria-label={t('patients.tabs')}>
        {error === undefined ? (
          <EmptyState icon="state-working" turning title={t('common.unsealing')} />
        ) : (
          <ErrorRegion error={error} onRetry={reload} />
        )}
      </main>
    );
  }
  const restore = async () => {
    patientCache.putIndex(await vault().patients.restore(patientId));
    reload();
  };
  return (
    <div className="cols pat">
      <main className="main" id="main" aria-label={t('patients.tabs')} data-pane>
        <PatientHead view={view} exam={selected} />
        {view.index.is_deleted ? (
          <div className="alert s-draft" role="status">
            <Icon name="trash" />
            <div>
              <p className="t">{t('patients.inTrash')}</p>
              <p className="d">{t('patients.inTrashText')}</p>
            </div>
            <div className="acts">
              <Button size="s" icon="restore" onPress={restore}>
                {t('common.restore')}
              </Button>
            </div>
          </div>
        ) : null}
        <Tabs
          label={t('patients.tabs')}
          className="pt-tabs"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'exams', label: t('patients.tabExams'), count: count(exams.length) },
            { value: 'files', label: t('patients.tabFiles'), count: count(files.nodes.length) },
            { value: 'history', label: t('patients.tabHistory'), count: count(view.index.meta.seq) },
            ...(isAdmin ? [{ value: 'accesses' as const, label: t('patients.tabAccesses') }] : []),
          ]}
        />
        {tab === 'exams' ? (
          <>
            <PatientExams
              exams={exams}
              fileCounts={files.counts}
              selectedId={selected?.id}
              onSelect={setSelectedId}
            />
            <PatientFiles
              files={files}
              short
              securityGroupId={view.index.security_group_id}
              examId={selected?.id}
            />
          </>
        ) : null}
        {tab === 'files' ? (
          <PatientFiles files={files} securityGroupId={view.index.security_group_id} examId={selected?.id} />
        ) : null}
        {tab === 'history' ? <PatientHistory view={view} onRestored={reload} /> : null}
        {tab === 'accesses' && isAdmin ? <PatientAccesses key={patientId} patientId={patientId} /> : null}
      </main>
      <Demographics view={view} />
    </div>
  );
}
