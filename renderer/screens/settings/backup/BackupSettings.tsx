/** The settings section for backups, certificates and findings. For administrators only. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenFinding } from '#contract/maintenance/backups.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { changedAt } from '#renderer/messages/dates.ts';
import { SettingsMain } from '#renderer/screens/settings/SettingsMain.tsx';
import { leaveForms } from '#renderer/state/shell/typed-forms.ts';
import { useLoaded } from '#renderer/state/shell/use-loaded-data.ts';
import { useReopenedForm } from '#renderer/state/shell/use-reopened-form.ts';
import { BackupFacts } from './BackupFacts.tsx';
import { BackupSettingsTable } from './BackupSettingsTable.tsx';
import { CertificateRows } from './CertificateRows.tsx';
import { FindingPanel } from './FindingPanel.tsx';
import { FindingRows } from './FindingRows.tsx';
import { TargetPanel } from './TargetPanel.tsx';
import { useBackups } from './use-backups.ts';

/** Lists backups, the restore drill, certificates with their expiry, and findings. */
export function BackupSettings() {
  const { t } = useTranslation();
  const { state, findings, error, act } = useBackups();
  const certificates = useLoaded(async () => vault().certificates.list());
  const [choosing, setChoosing] = useReopenedForm('backup-target');
  const [selected, setSelected] = useState<OpenFinding>();
  const running = state?.running ?? null;
  const checkedAt = findings?.checked_at ?? null;
  const panel =
    choosing && state ? (
      <TargetPanel
        settings={state.settings}
        onSaved={(saved) => act(async () => ({ state: saved }))}
        onClose={() => setChoosing(false)}
      />
    ) : selected ? (
      <FindingPanel
        key={`${selected.code} ${selected.id}`}
        finding={selected}
        onDecided={(decided) => {
          setSelected(undefined);
          void act(async () => ({ findings: decided }));
        }}
      />
    ) : null;
  return (
    <SettingsMain
      title={t('evidence.backup')}
      {...(checkedAt === null ? {} : { count: t('evidence.checkedAt', { when: changedAt(checkedAt) }) })}
      act={
        <>
          <Button onPress={() => act(async () => ({ findings: await vault().findings.check() }))}>
            {t('evidence.checkNow')}
          </Button>
          <Button
            kind="primary"
            icon="backup"
            unavailable={state === undefined || running !== null || state.settings.target === null}
            onPress={() => act(async () => ({ state: await vault().backups.start() }))}
          >
            {t('evidence.backUpNow')}
          </Button>
        </>
      }
      panel={panel}
    >
      <ErrorRegion error={error} />
      <p className="set-lead" role="status">
        {running === null ? '' : t(`evidence.running.${running}`)}
      </p>
      {state && findings ? (
        <>
          <BackupFacts state={state} findings={findings} />
          <BackupSettingsTable
            state={state}
            onChange={() => setChoosing(true)}
            onDrill={() => act(async () => ({ state: await vault().backups.drill() }))}
          />
          <CertificateRows certificates={certificates.data?.items ?? []} />
          <FindingRows
            findings={findings}
            selected={selected}
            onSelect={(finding) => {
              leaveForms(() => {
                setChoosing(false);
                setSelected(finding);
              });
            }}
          />
        </>
      ) : null}
    </SettingsMain>
  );
}
