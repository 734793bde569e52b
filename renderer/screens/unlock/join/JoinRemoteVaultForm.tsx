import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { JoinVault } from '#renderer/components/remote-vault/JoinVault.tsx';
import { useJoin } from '#renderer/components/remote-vault/use-join.ts';
import { VaultLocationPicker, type Where } from '#renderer/screens/unlock/first-run/VaultLocationPicker.tsx';
import { UnlockFrame } from '#renderer/screens/unlock/UnlockFrame.tsx';
import { startSession } from '#renderer/state/session/session-store.ts';
import { keepInviteCode } from '#renderer/state/vault/vault-location.ts';

/** First run with a vault on another computer; ends at the unlock screen. */
export function JoinRemoteVaultForm({ onWhere }: { readonly onWhere: (where: Where) => void }) {
  const { t } = useTranslation();
  const joining = useJoin();
  const { vault } = joining;
  return (
    <UnlockFrame
      label={t('place.title')}
      foot={t('place.foot')}
      caption={vault ? t('place.sealOf', { name: vault.name }) : t('place.artCaption')}
      workspaceId={vault?.workspace_id}
      ring="state-draft"
    >
      <ol className="steps" aria-label={t('common.steps')}>
        <li className={vault ? 'done' : undefined} aria-current={vault ? undefined : 'step'}>
          <Icon name={vault ? 'state-final' : 'state-unsealed'} />
          {t('place.stepWhere')}
        </li>
        <li aria-current={vault ? 'step' : undefined}>
          <Icon name={vault ? 'state-unsealed' : 'state-draft'} />
          {t('place.stepRight')}
        </li>
        <li>
          <Icon name="state-draft" />
          {t('place.stepPassphrase')}
        </li>
      </ol>
      <h1>{t('place.title')}</h1>
      <VaultLocationPicker value="elsewhere" onChange={onWhere} />
      <JoinVault
        joining={joining}
        onJoined={(inviteCode) => {
          keepInviteCode(inviteCode);
          startSession();
        }}
      />
    </UnlockFrame>
  );
}
