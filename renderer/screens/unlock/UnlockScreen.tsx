/**
 * Unlock screen: passphrase, recovery key or invite. After a lock the route stays, and place and unsaved text
 * return to the same person.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { enterVault, useSession } from '#renderer/state/session/session-store.ts';
import { hasStashedText } from '#renderer/state/unsaved/unsaved-text-stash.ts';
import { useVaultLocation } from '#renderer/state/vault/vault-location.ts';
import { InboxNotice } from './InboxNotice.tsx';
import { InviteForm } from './join/InviteForm.tsx';
import { PassphraseForm } from './PassphraseForm.tsx';
import { RecoveryKeyForm } from './RecoveryKeyForm.tsx';
import { RecoveryKeyStep } from './recovery/RecoveryKeyStep.tsx';
import { TravellingCopySwitch } from './TravellingCopySwitch.tsx';
import { UnlockFrame } from './UnlockFrame.tsx';
import type { UnlockWay } from './use-unlock-attempt.ts';

const REASONS = {
  asked: 'gate.lockedAsked',
  idle: 'gate.lockedIdle',
  expired: 'gate.lockedExpired',
} as const;

export function UnlockScreen() {
  const { t } = useTranslation();
  const vaultState = useSession((state) => state.vault);
  const lockReason = useSession((state) => state.lockReason);
  const lastPrincipalId = useSession((state) => state.lastPrincipalId);
  const isElsewhere = useVaultLocation((state) => state.place?.kind === 'elsewhere');
  const hasInvite = useVaultLocation((state) => state.inviteCode !== '');
  const [way, setWay] = useState<UnlockWay>(hasInvite ? 'invite' : 'passphrase');
  const [newRecoveryKey, setNewRecoveryKey] = useState<string>();
  const name = vaultState?.name ?? '';
  const persons = vaultState?.persons ?? [];

  if (newRecoveryKey !== undefined) {
    return <RecoveryKeyStep recoveryKey={newRecoveryKey} vaultName={name} onDone={enterVault} />;
  }
  const textKept = lastPrincipalId !== undefined && hasStashedText(lastPrincipalId);
  return (
    <UnlockFrame
      label={t('gate.unlockLabel')}
      foot={t(isElsewhere ? 'place.foot' : 'gate.foot')}
      caption={t('gate.sealCaption')}
      workspaceId={vaultState?.workspace_id ?? undefined}
      ring="state-locked"
    >
      <h1>{name}</h1>
      <p className="gate-state">
        <span className="state s-locked">
          <Icon name="state-locked" />
          {t('gate.locked')}
        </span>
        {persons.length === 1 && way !== 'invite' ? (
          <>
            <span className="sep" />
            {persons[0]?.display_name}
          </>
        ) : null}
      </p>
      {lockReason ? (
        <p className="gate-why" role="status">
          {t(REASONS[lockReason])} {textKept ? t('gate.textKept') : ''}
        </p>
      ) : null}
      <InboxNotice />
      {way === 'passphrase' ? (
        <PassphraseForm persons={persons} preferredId={lastPrincipalId} onWay={setWay} />
      ) : null}
      {way === 'recovery_key' ? <RecoveryKeyForm onWay={setWay} /> : null}
      {way === 'invite' ? <InviteForm onWay={setWay} onRecoveryKey={setNewRecoveryKey} /> : null}
      <TravellingCopySwitch />
    </UnlockFrame>
  );
}
