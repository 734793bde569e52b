/** Settings for unlocking on this computer. Desktop program only; empty in a browser. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktopBridge } from '#renderer/api/desktop-bridge.ts';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';
import { disableDeviceUnlock, readDeviceUnlock } from '#renderer/state/vault/device-unlock.ts';
import { useVaultLocation } from '#renderer/state/vault/vault-location.ts';
import { AllowThisComputer } from './AllowThisComputer.tsx';

interface Facts {
  readonly available: boolean;
  readonly kept: boolean;
  readonly contentProtection: boolean;
}

async function readFacts(): Promise<Facts | undefined> {
  const secret = await readDeviceUnlock();
  const settings = await desktopBridge()?.getSettings();
  return secret && settings ? { ...secret, contentProtection: settings.content_protection } : undefined;
}

export function ThisComputer() {
  const { t } = useTranslation();
  const [facts, setFacts] = useState<Facts>();
  const [isAsking, setAsking] = useState(false);
  const { error, act } = useAsyncAction();
  const isElsewhere = useVaultLocation((state) => state.place?.kind === 'elsewhere');
  useEffect(() => void readFacts().then(setFacts), []);
  if (!facts) return null;

  const change = async (work: () => Promise<unknown> | undefined) => {
    await act(async () => work());
    setFacts(await readFacts());
  };
  return (
    <>
      <h2 className="sub">{t('desktop.title')}</h2>
      <div className="set-fields">
        {error === undefined ? null : <ErrorNotice error={error} />}
        {facts.available ? (
          <Checkbox
            look="switch"
            checked={facts.kept}
            onChange={(on) => (on ? setAsking(true) : change(disableDeviceUnlock))}
          >
            {t('desktop.unlock')}
          </Checkbox>
        ) : null}
        {isAsking ? (
          <AllowThisComputer
            onClose={() => {
              setAsking(false);
              void readFacts().then(setFacts);
            }}
          />
        ) : null}
        <p className="note">
          {facts.available
            ? t('desktop.unlockHelp')
            : t(isElsewhere ? 'place.secretElsewhere' : 'desktop.unavailable')}
        </p>
        <Checkbox
          look="switch"
          checked={facts.contentProtection}
          onChange={(on) => change(() => desktopBridge()?.setSettings({ content_protection: on }))}
        >
          {t('desktop.contentProtection')}
        </Checkbox>
      </div>
    </>
  );
}
