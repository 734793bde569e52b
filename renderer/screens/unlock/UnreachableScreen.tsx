import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { startSession, useSession } from '#renderer/state/session/session-store.ts';
import { useVaultLocation } from '#renderer/state/vault/vault-location.ts';
import { APIConnectionError } from '#sdk/errors.ts';
import { RemoteVaultUnreachable } from './join/RemoteVaultUnreachable.tsx';
import { UnlockFrame } from './UnlockFrame.tsx';

/** Screen shown when the vault's service is unreachable or rejected this window's certificate. */
export function UnreachableScreen() {
  const { t } = useTranslation();
  const error = useSession((state) => state.error);
  const place = useVaultLocation((state) => state.place);
  if (place?.kind === 'elsewhere')
    return <RemoteVaultUnreachable name={place.name} addresses={place.addresses} />;
  return (
    <UnlockFrame
      label={t('gate.unreachableTitle')}
      foot={t('gate.foot')}
      caption=""
      workspaceId={undefined}
      ring="state-draft"
    >
      <h1>{t('gate.unreachableTitle')}</h1>
      <p className="gate-lead">{t('gate.unreachableText')}</p>
      <div className="gate-fields wide">
        {error instanceof APIConnectionError ? null : <ErrorNotice error={error} />}
        <div className="gate-acts">
          <Button kind="primary" size="l" icon="retry" onPress={startSession}>
            {t('common.retry')}
          </Button>
        </div>
      </div>
    </UnlockFrame>
  );
}
