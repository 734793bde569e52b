import { useTranslation } from 'react-i18next';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useCurrentPassphrase } from '#renderer/components/passphrase/use-current-passphrase.tsx';

interface RenewRecoveryKeyProps {
  /** In three shares, of which any two open. */
  readonly isShared: boolean;
  readonly onRenewed: (secrets: readonly string[]) => void;
  readonly onKeep: () => void;
}

/** Asks before the recovery key is renewed: the old one ends with the answer. */
export function RenewRecoveryKey({ isShared, onRenewed, onKeep }: RenewRecoveryKeyProps) {
  const { t } = useTranslation();
  const current = useCurrentPassphrase();
  const { error, form, onSubmit } = useSubmit({
    // What is secret stays in its field alone.
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
