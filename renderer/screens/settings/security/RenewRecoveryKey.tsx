import { useTranslation } from 'react-i18next';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';

interface RenewRecoveryKeyProps {
  /** In three shares, of which any two open. */
  readonly isShared: boolean;
  readonly onRenewed: (secrets: readonly string[]) => void;
  readonly onKeep: () => void;
}

/** Asks before the recovery key is renewed: the old one ends with the answer. */
export function RenewRecoveryKey({ isShared, onRenewed, onKeep }: RenewRecoveryKeyProps) {
  const { t } = useTranslation();
  const { error, onSubmit } = useSubmit({
    body: {},
    send: async () => {
      const { session } = vault();
      onRenewed(
        isShared
          ? (await session.renewRecoveryShares()).recovery_shares
          : [(await session.renewRecoveryKey()).recovery_key],
      );
    },
  });
  return (
    <>
      {error === undefined ? null : <ErrorNotice error={error} />}
      <div className="ask-row">
        <span>
          <b>{t(isShared ? 'settings.sharesAsk' : 'settings.renewAsk')}</b>
          <em>{t('settings.renewAskText')}</em>
        </span>
        <Button size="s" kind="danger" onPress={() => onSubmit()}>
          {t(isShared ? 'settings.makeShares' : 'settings.renewRecovery')}
        </Button>
        <Button size="s" kind="quiet" onPress={onKeep}>
          {t('settings.keep')}
        </Button>
      </div>
    </>
  );
}
