import { useState } from 'react';
import { enterVault } from '#renderer/state/session-store.ts';
import { CreateVaultForm } from './CreateVaultForm.tsx';
import { RecoveryKeyStep } from './recovery/RecoveryKeyStep.tsx';

interface Created {
  readonly recoveryKey: string;
  readonly workspaceId: string;
  readonly name: string;
}

/** First run: the vault and its passphrase, then the recovery key, then in. */
export function FirstRunScreen() {
  const [created, setCreated] = useState<Created>();
  if (!created) return <CreateVaultForm onCreated={setCreated} />;
  return (
    <RecoveryKeyStep
      recoveryKey={created.recoveryKey}
      vaultName={created.name}
      workspaceId={created.workspaceId}
      onDone={enterVault}
    />
  );
}
