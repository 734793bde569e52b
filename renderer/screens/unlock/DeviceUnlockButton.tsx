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

/** Only in the desktop's window, and only where its person has switched it on. */
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
  /** The vault no longer takes it: keeping it would only mislead. */
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
