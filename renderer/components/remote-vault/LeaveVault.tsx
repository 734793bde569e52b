import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktopBridge } from '#renderer/api/desktop-bridge.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';

interface LeaveVaultProps {
  readonly beforeLeave?: () => Promise<void>;
  readonly onLeft: () => void;
}

/** Returns to this computer's own vault, after asking, because the certificate is deleted. */
export function LeaveVault({ beforeLeave, onLeft }: LeaveVaultProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { error, act } = useAsyncAction();
  if (!asking)
    return (
      <Button kind="quiet" onPress={() => setAsking(true)}>
        {t('place.leave')}
      </Button>
    );
  const leave = () =>
    act(async () => {
      await beforeLeave?.();
      await desktopBridge()?.leaveVault();
      onLeft();
    });
  return (
    <div className="leave">
      {error === undefined ? null : <ErrorNotice error={error} />}
      <p className="mid">{t('place.leaveText')}</p>
      <div className="gate-acts">
        <Button kind="danger" onPress={leave}>
          {t('place.leave')}
        </Button>
        <Button kind="quiet" autoFocus onPress={() => setAsking(false)}>
          {t('place.stay')}
        </Button>
      </div>
    </div>
  );
}
