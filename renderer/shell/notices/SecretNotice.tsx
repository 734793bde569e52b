import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { changedAt } from '#renderer/messages/dates.ts';
import { dismissSecretNotices, useSecretNotices } from '#renderer/state/session/secret-notices.ts';

/** Notice about new ways to unlock this account; stays until the person confirms it. */
export function SecretNotice() {
  const { t } = useTranslation();
  const made = useSecretNotices((state) => state.made);
  if (made.length === 0) return null;
  const list = made.map(({ kind, made_at }) => t(`frame.secretMade.${kind}`, { when: changedAt(made_at) }));
  return (
    <div className="toast" role="status">
      <Icon name="state-warn" />
      <span>
        {t('frame.secretsMade')} {list.join(', ')}. {t('frame.secretsMadeByOthers')}
      </span>
      <Button kind="quiet" size="s" icon="close" label={t('frame.dismiss')} onPress={dismissSecretNotices} />
    </div>
  );
}
