import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { enterVault } from '#renderer/state/session/session-store.ts';
import {
  clearStoredDeviceSecret,
  readDeviceSecret,
  readDeviceUnlock,
} from '#renderer/state/vault/device-unlock.ts';
import type { useUnlockAttempt } from './use-unlock-attempt.ts';

interface ThisComputerButtonProps {
  readonly attempt: ReturnType<typeof useUnlockAttempt>;
}

/** Button that unlocks with the key this computer keeps. Desktop program only, if the person enabled it. */
export function DeviceUnlockButton({ attempt }: ThisComputerButtonProps) {
  const { t } = useTranslation();
  const [kept, setKept] = useState(false);
  useEffect(() => void readDeviceUnlock().then((state) => setKept(state?.kept === true)), []);
  if (!kept) return null;

  const unlock = async () => {
    const device_secret = await readDeviceSecret();
    const opened = device_secret === null ? undefined : await attempt.run({ device_secret }, refused);
    if (opened) return enterVault();
    if (device_secret === null) attempt.setFieldError(t('desktop.noLonger'));
  };
  /** Delete the key if the vault rejects it, because it would never work again. */
  const refused = (words: typeof t) => {
    clearStoredDeviceSecret();
    setKept(false);
    return words('desktop.noLonger');
  };
  return (
    <Button size="l" icon="key" onPress={unlock}>
      {t('desktop.unlock')}
    </Button>
  );
}
