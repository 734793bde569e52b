import { useTranslation } from 'react-i18next';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { MessageTable } from '#renderer/components/outbox/MessageTable.tsx';
import { useOutbox } from '#renderer/components/outbox/use-outbox.ts';
import { count } from '#renderer/messages/numbers.ts';
import { SettingsMain } from '#renderer/screens/settings/SettingsMain.tsx';
import { useSession } from '#renderer/state/session/session-store.ts';
import { ReceiversForm } from './ReceiversForm.tsx';

/** Settings of the receivers for reports, and the messages in the outbox. */
export function OutboxSettings() {
  const { t } = useTranslation();
  const groups = useSession((state) => state.session?.groups) ?? [];
  const { messages, error, reload } = useOutbox(
    groups
      .filter(({ key_available }) => key_available)
      .map(({ security_group_id }) => ({ security_group_id })),
  );
  return (
    <SettingsMain
      title={t('settings.section.outbox')}
      lead={t('outbox.lead')}
      {...(messages === undefined ? {} : { count: count(messages.length) })}
    >
      <ReceiversForm />
      <h2 className="sub">{t('outbox.title')}</h2>
      <ErrorRegion error={error} onRetry={reload} />
      {messages?.length === 0 ? <p className="set-lead">{t('outbox.empty')}</p> : null}
      {messages && messages.length > 0 ? (
        <MessageTable messages={messages} namesExam onChanged={reload} />
      ) : null}
    </SettingsMain>
  );
}
