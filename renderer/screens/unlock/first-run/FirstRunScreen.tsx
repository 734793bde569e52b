import { useState } from 'react';
import { JoinRemoteVaultForm } from '#renderer/screens/unlock/join/JoinRemoteVaultForm.tsx';
import { RecoveryKeyStep } from '#renderer/screens/unlock/recovery/RecoveryKeyStep.tsx';
import { enterVault } from '#renderer/state/session/session-store.ts';
import { useVaultLocation } from '#renderer/state/vault/vault-location.ts';
import { CreateVaultForm } from './CreateVaultForm.tsx';
import { VaultLocationPicker, type Where } from './VaultLocationPicker.tsx';

interface Created {
  readonly recoveryKey: string;
  readonly workspaceId: string;
  readonly name: string;
}

/**
 * First run: create the vault and its passphrase, show the recovery key, unlock. The desktop program can also
 * join another vault.
 */
export function FirstRunScreen() {
  const [created, setCreated] = useState<Created>();
  const [where, setWhere] = useState<Where>('here');
  const isDesktop = useVaultLocation((state) => state.place !== undefined);
  if (!created && where === 'elsewhere') return <JoinRemoteVaultForm onWhere={setWhere} />;
  if (!created) {
    const picker = isDesktop ? <VaultLocationPicker value="here" onChange={setWhere} /> : null;
    return <CreateVaultForm picker={picker} onCreated={setCreated} />;
  }
  return (
    <RecoveryKeyStep
      recoveryKey={created.recoveryKey}
      vaultName={created.name}
      workspaceId={created.workspaceId}
      onDone={enterVault}
    />
  );
}
