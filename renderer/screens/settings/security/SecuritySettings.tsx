/**
 * Settings of locking, passphrase, recovery and sessions. Administrators set the idle limit; each person changes
 * their own secrets.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '#renderer/components/controls/Select.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { OnlineOnlyButton } from '#renderer/components/travelling-copy/OnlineOnlyButton.tsx';
import { OnlineOnlyFields } from '#renderer/components/travelling-copy/OnlineOnlyFields.tsx';
import { durationWords, withCurrent } from '#renderer/screens/settings/duration-text.ts';
import { SettingsMain } from '#renderer/screens/settings/SettingsMain.tsx';
import { useWorkspaceSettings } from '#renderer/screens/settings/use-workspace-settings.ts';
import { NewRecoveryKeyPanel } from './NewRecoveryKeyPanel.tsx';
import { PassphraseChange } from './PassphraseChange.tsx';
import { RenewRecoveryKey } from './RenewRecoveryKey.tsx';
import { SessionList } from './SessionList.tsx';
import { ThisComputer } from './ThisComputer.tsx';

const IDLE_STEPS = [1, 5, 10, 15, 30, 60].map((minutes) => minutes * 60);

/** Sections for automatic locking, passphrase, recovery key and sessions. */
export function SecuritySettings() {
  const { t } = useTranslation();
  const { settings, error, canChange, saved, patch } = useWorkspaceSettings();
  const [asking, setAsking] = useState<'key' | 'shares'>();
  const [secrets, setSecrets] = useState<readonly string[]>();
  const panel = secrets ? (
    <NewRecoveryKeyPanel secrets={secrets} onDone={() => setSecrets(undefined)} />
  ) : null;
  return (
    <SettingsMain title={t('settings.section.security')} lead={t('settings.securityLead')} panel={panel}>
      <ErrorRegion error={error} />
      {settings ? (
        <OnlineOnlyFields
          className="set-fields"
          disabled={!canChange}
          note={canChange ? (saved ? t('settings.saved') : '') : t('settings.adminsOnly')}
        >
          <Select
            label={t('settings.idleLock')}
            value={String(settings.idle_lock_seconds)}
            choices={withCurrent(IDLE_STEPS, settings.idle_lock_seconds).map((seconds) => ({
              value: String(seconds),
              label: durationWords(seconds, t),
            }))}
            onChange={(seconds) => patch({ idle_lock_seconds: Number(seconds) })}
          />
        </OnlineOnlyFields>
      ) : null}
      <PassphraseChange />
      <ThisComputer />
      <h2 className="sub">{t('settings.recovery')}</h2>
      <p className="set-lead">{t('settings.recoveryText')}</p>
      <div className="set-fields">
        {asking ? (
          <RenewRecoveryKey
            isShared={asking === 'shares'}
            onRenewed={(renewed) => {
              setSecrets(renewed);
              setAsking(undefined);
            }}
            onKeep={() => setAsking(undefined)}
          />
        ) : (
          <>
            <OnlineOnlyButton icon="key" onPress={() => setAsking('key')}>
              {t('settings.renewRecovery')}
            </OnlineOnlyButton>
            <OnlineOnlyButton icon="people" onPress={() => setAsking('shares')}>
              {t('settings.makeShares')}
            </OnlineOnlyButton>
          </>
        )}
      </div>
      <SessionList />
    </SettingsMain>
  );
}
