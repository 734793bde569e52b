import { useTranslation } from 'react-i18next';
import type { ReceiverState } from '#contract/imaging/receiver-settings.ts';
import { changedAt } from '#renderer/messages/dates.ts';
import { byteSize, count } from '#renderer/messages/numbers.ts';
import { StatusFact } from '#renderer/screens/settings/StatusFact.tsx';

/** State of the DICOM receiver: port, last received study, studies waiting. */
export function ReceiverFacts({ state }: { readonly state: ReceiverState }) {
  const { t } = useTranslation();
  const { settings, open, has_failed, received, last_received_at, last_sender, waiting } = state;
  const isWaiting = waiting.images > 0;
  return (
    <dl className="facts">
      <StatusFact
        name={t('receiver.port')}
        tone={open ? 's-final' : has_failed ? 's-error' : undefined}
        words={t(open ? 'receiver.isOpen' : has_failed ? 'receiver.hasFailed' : 'receiver.isShut')}
      >
        {open
          ? t('receiver.since', { when: changedAt(open.since) })
          : has_failed
            ? t('receiver.failedText', { port: String(settings.port) })
            : t('receiver.offText')}
      </StatusFact>
      <StatusFact
        name={t('receiver.last')}
        tone={last_received_at === null ? undefined : 's-final'}
        words={last_received_at === null ? t('receiver.never') : changedAt(last_received_at)}
      >
        {last_received_at === null
          ? ''
          : t('receiver.lastText', { count: received, number: count(received), sender: last_sender ?? '' })}
      </StatusFact>
      <StatusFact
        name={t('receiver.waiting')}
        tone={isWaiting ? 's-draft' : 's-final'}
        words={
          isWaiting
            ? t('receiver.waits', { count: waiting.images, number: count(waiting.images) })
            : t('receiver.nothingWaits')
        }
      >
        {isWaiting ? t('receiver.waitingText', { size: byteSize(waiting.bytes) }) : ''}
      </StatusFact>
    </dl>
  );
}
