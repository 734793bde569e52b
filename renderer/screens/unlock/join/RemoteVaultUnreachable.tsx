import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { AddressList } from '#renderer/components/remote-vault/AddressList.tsx';
import { LeaveVault } from '#renderer/components/remote-vault/LeaveVault.tsx';
import { useProbe } from '#renderer/components/remote-vault/use-probe.ts';
import { TravellingCopySwitch } from '#renderer/screens/unlock/TravellingCopySwitch.tsx';
import { UnlockFrame } from '#renderer/screens/unlock/UnlockFrame.tsx';
import { startSession } from '#renderer/state/session/session-store.ts';
import { useTravellingCopyLocation } from '#renderer/state/vault/travelling-copy-location.ts';

interface UnreachableElsewhereProps {
  readonly name: string;
  readonly addresses: readonly string[];
}

/**
 * Screen for a vault on another computer that is unreachable: each address with its reason, and a way back.
 */
export function RemoteVaultUnreachable({ name, addresses }: UnreachableElsewhereProps) {
  const { t } = useTranslation();
  const [probed] = useProbe();
  const hasCopy = useTravellingCopyLocation(({ state }) => state?.copy?.state === 'whole');
  return (
    <UnlockFrame
      label={t('place.unreachableTitle', { name })}
      foot={t('place.foot')}
      caption=""
      workspaceId={undefined}
      ring="state-draft"
    >
      <h1>{t('place.unreachableTitle', { name })}</h1>
      <p className="gate-lead">{t('place.unreachableText')}</p>
      <div className="rv">
        <AddressList addresses={probed?.addresses ?? addresses.map((address) => ({ address }))} />
        <TravellingCopySwitch isNeeded />
        <div className="gate-acts">
          <Button kind={hasCopy ? 'plain' : 'primary'} size="l" icon="retry" onPress={startSession}>
            {t('common.retry')}
          </Button>
        </div>
        <LeaveVault onLeft={startSession} />
      </div>
    </UnlockFrame>
  );
}
