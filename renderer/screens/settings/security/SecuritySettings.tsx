import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Select } from '#renderer/components/controls/Select.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { durationWords, withCurrent } from '#renderer/screens/settings/durations.ts';
import { SettingsMain } from '#renderer/screens/settings/SettingsMain.tsx';
import { useWorkspaceSettings } from '#renderer/screens/settings/use-workspace-settings.ts';
import { NewRecoveryKeyPanel } from './NewRecoveryKeyPanel.tsx';
import { PassphraseChange } from './PassphraseChange.tsx';
import { SessionList } from './SessionList.tsx';
import { ThisComputer } from './ThisComputer.tsx';

const IDLE_STEPS = [1, 5, 10, 15, 30, 60].map((minutes) => minutes * 60);

/** Locking by itself, the passphrase, the recovery key, and who else is in. */
export function SecuritySettings() {
  const { t } = useTranslation();
  const { settings, error, canChange, saved, patch } = useWorkspaceSettings();
  const [asking, setAsking] = useState(false);
  const [recoveryKey, setRecoveryKey] = useState<string>();
  const [renewError, setRenewError] = useState<unknown>();
  const renew = async () => {
    setAsking(false);
    setRenewError(undefined);
    try {
      setRecoveryKey((await vault().session.renewRecoveryKey()).recovery_key);
    } catch (caught) {
      setRenewError(caught);
    }
  };
  const panel = recoveryKey ? (
    <NewRecoveryKeyPanel recoveryKey={recoveryKey} onDone={() => setRecoveryKey(undefined)} />
  ) : null;
  return (
    <SettingsMain title={t('settings.section.security')} lead={t('settings.securityLead')} panel={panel}>
      {error === undefined ? null : (
        <div className="region">
          <ErrorNotice error={error} />
        </div>
      )}
      {settings ? (
        <fieldset className="set-fields" disabled={!canChange}>
          <Select
            label={t('settings.idleLock')}
            value={String(settings.idle_lock_seconds)}
            choices={withCurrent(IDLE_STEPS, settings.idle_lock_seconds).map((seconds) => ({
              value: String(seconds),
              label: durationWords(seconds, t),
            }))}
            onChange={(seconds) => patch({ idle_lock_seconds: Number(seconds) })}
          />
          <p className="note" role="status">
            {canChange ? (saved ? t('settings.saved') : '') : t('settings.adminsOnly')}
          </p>
        </fieldset>
      ) : null}
      <PassphraseChange />
      <ThisComputer />
      <h2 className="sub">{t('settings.recovery')}</h2>
      <p className="set-lead">{t('settings.recoveryText')}</p>
      <div className="set-fields">
        {renewError === undefined ? null : <ErrorNotice error={renewError} />}
        {asking ? (
          <div className="ask-row">
            <span>
              <b>{t('settings.renewAsk')}</b>
              <em>{t('settings.renewAskText')}</em>
            </span>
            <Button size="s" kind="danger" onPress={renew}>
              {t('settings.renewRecovery')}
            </Button>
            <Button size="s" kind="quiet" onPress={() => setAsking(false)}>
              {t('settings.keep')}
            </Button>
          </div>
        ) : (
          <Button icon="key" onPress={() => setAsking(true)}>
            {t('settings.renewRecovery')}
          </Button>
        )}
      </div>
      <SessionList />
    </SettingsMain>
  );
}
