/**
 * Setting of where this window's vault is: this computer, or another one with its addresses. Desktop program
 * only.
 */
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { AddressList } from '#renderer/components/remote-vault/AddressList.tsx';
import { FounderKey } from '#renderer/components/remote-vault/FounderKey.tsx';
import { JoinVault } from '#renderer/components/remote-vault/JoinVault.tsx';
import { LeaveVault } from '#renderer/components/remote-vault/LeaveVault.tsx';
import { useJoin } from '#renderer/components/remote-vault/use-join.ts';
import { useProbe } from '#renderer/components/remote-vault/use-probe.ts';
import { longDay } from '#renderer/messages/dates.ts';
import { SettingsMain } from '#renderer/screens/settings/SettingsMain.tsx';
import { lock, startSession } from '#renderer/state/session/session-store.ts';
import { keepInviteCode, useVaultLocation } from '#renderer/state/vault/vault-location.ts';

/** Save drafts and end the session before the window changes its vault. */
const lockFirst = () => lock('asked');

export function VaultLocationSettings() {
  const place = useVaultLocation((state) => state.place);
  return place?.kind === 'elsewhere' ? <Elsewhere place={place} /> : <Here />;
}

interface ElsewhereProps {
  readonly place: {
    readonly name: string;
    readonly founder_key: string;
    readonly certificate_ends_at: string;
    readonly addresses: readonly string[];
  };
}

function Elsewhere({ place }: ElsewhereProps) {
  const { t } = useTranslation();
  const [probed, askAgain] = useProbe();
  return (
    <SettingsMain
      title={t('place.where')}
      count={place.name}
      lead={t('place.lead')}
      act={
        <Button icon="retry" onPress={askAgain}>
          {t('place.askAgain')}
        </Button>
      }
    >
      <h2 className="sub">{t('place.addresses')}</h2>
      <div className="set-fields">
        <AddressList
          addresses={probed?.addresses ?? place.addresses.map((address) => ({ address }))}
          current={probed?.current_address}
        />
      </div>
      <h2 className="sub">{t('place.founderKey')}</h2>
      <div className="set-fields">
        <FounderKey founderKey={place.founder_key} />
        <p className="note">{t('place.certificateEnds', { day: longDay(place.certificate_ends_at) })}</p>
        <LeaveVault beforeLeave={lockFirst} onLeft={startSession} />
      </div>
    </SettingsMain>
  );
}

function Here() {
  const { t } = useTranslation();
  const joining = useJoin();
  return (
    <SettingsMain title={t('place.where')} lead={t('place.leadHere')}>
      <h2 className="sub">{t('place.joinElsewhere')}</h2>
      <p className="set-lead">{t('place.joinText')}</p>
      <div className="set-fields">
        <JoinVault
          joining={joining}
          beforeJoin={lockFirst}
          onJoined={(inviteCode) => {
            keepInviteCode(inviteCode);
            startSession();
          }}
        />
      </div>
    </SettingsMain>
  );
}
