import { useTranslation } from 'react-i18next';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useCurrentPassphrase } from '#renderer/components/passphrase/use-current-passphrase.tsx';

interface RenewRecoveryKeyProps {
  /** True for three shares, of which any two unlock. */
  readonly isShared: boolean;
  readonly onRenewed: (secrets: readonly string[]) => void;
  readonly onKeep: () => void;
}

/** Asks before renewing the recovery key, because the response invalidates the old one. */
export function RenewRecoveryKey({ isShared, onRenewed, onKeep }: RenewRecoveryKeyProps) {
  const { t } = useTranslation();
  const current = useCurrentPassphrase();
  const { error, form, onSubmit } = useSubmit({
    // The secret stays in its field and is not part of the form's state.
    body: {},
    check: async () => {
      current.clearError();
      return true;
    },
    send: async () => {
      const { session } = vault();
      onRenewed(
        isShared
          ? (await session.renewRecoveryShares(current.body)).recovery_shares
          : [(await session.renewRecoveryKey(current.body)).recovery_key],
      );
    },
    onError: current.isRefusal,
  });
  return (
    <form className="set-fields" ref={form} onSubmit={onSubmit} noValidate>
      {error === undefined ? null : <ErrorNotice error={error} />}
      {current.field}
      <div className="ask-row">
        <span>
          <b>{t(isShared ? 'settings.sharesAsk' : 'settings.renewAsk')}</b>
          <em>{t('settings.renewAskText')}</em>
        </span>
        <Button size="s" kind="danger" type="submit">
          {t(isShared ? 'settings.makeShares' : 'settings.renewRecovery')}
        </Button>
        <Button size="s" kind="quiet" onPress={onKeep}>
          {t('settings.keep')}
        </Button>
      </div>
    </form>
  );
}
