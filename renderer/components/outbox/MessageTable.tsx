/**
 * The table of queued HL7 messages, in the dialog of one exam and in the settings for all exams. A damaged message
 * can only be discarded. What no receiver has taken is discarded only after a question with the patient's name.
 */
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedMessage, MessageState } from '#contract/exchange/outbox.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Link } from '#renderer/components/controls/Link.tsx';
import { Question } from '#renderer/components/dialogs/Dialog.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { ExamNames } from '#renderer/components/records/exam/ExamNames.tsx';
import { changedAt, clockTime } from '#renderer/messages/dates.ts';
import { examCache } from '#renderer/state/record-cache/record-caches.ts';

interface MessageTableProps {
  readonly messages: readonly ListedMessage[];
  /** True to name the exam of each message, in a list for several exams. */
  readonly namesExam: boolean;
  readonly onChanged: () => void;
}

const LOOKS: Readonly<Record<MessageState, { readonly icon: IconName; readonly tone: string }>> = {
  waiting: { icon: 'state-unsealed', tone: 's-draft' },
  acknowledged: { icon: 'state-final', tone: 's-final' },
  refused: { icon: 'state-error', tone: 's-error' },
  failed: { icon: 'state-error', tone: 's-error' },
};

/** Lists messages with their state; each can be sent again or discarded. */
export function MessageTable({ messages, namesExam, onChanged }: MessageTableProps) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState<unknown>();
  const [asked, setAsked] = useState<ListedMessage>();
  const exams = examCache.use((state) => state.rows);
  const attempt = async (act: () => PromiseLike<unknown>) => {
    setFailed(undefined);
    try {
      await act();
      onChanged();
    } catch (caught) {
      setFailed(caught);
    }
  };
  const discard = ({ message_id }: ListedMessage) => attempt(() => vault().exchange.hl7.discard(message_id));
  return (
    <>
      {failed === undefined ? null : <ErrorNotice error={failed} />}
      <table className="plain-table">
        <caption className="vh">{t('outbox.grid')}</caption>
        <tbody>
          {messages.map((message) => (
            <tr key={message.message_id}>
              <th scope="row">
                {namesExam ? (
                  <>
                    <Link to={['exams', message.exam_id]}>{message.title ?? t('worklist.untitled')}</Link>
                    <em>{exams.get(message.exam_id)?.summary?.patient_name}</em>
                  </>
                ) : (
                  message.receiver
                )}
              </th>
              <td className="mid">
                {[namesExam ? message.receiver : null, message.queued_at && changedAt(message.queued_at)]
                  .filter(Boolean)
                  .join(', ')}
              </td>
              <td>
                <span className={`state ${LOOKS[message.state].tone}`}>
                  <Icon name={LOOKS[message.state].icon} />
                  {stateWords(message, t)}
                </span>
              </td>
              <td className="acts">
                {'damaged' in message ? null : (
                  <button
                    type="button"
                    className="link"
                    aria-label={t('outbox.sendAgainTo', { receiver: message.receiver })}
                    onClick={() => attempt(() => vault().exchange.hl7.retry(message.message_id))}
                  >
                    {t('outbox.sendAgain')}
                  </button>
                )}{' '}
                <button
                  type="button"
                  className="link"
                  aria-label={t('outbox.discardTo', { receiver: message.receiver })}
                  onClick={() => (message.state === 'acknowledged' ? discard(message) : setAsked(message))}
                >
                  {t('outbox.discard')}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {asked ? (
        <Question
          title={t('outbox.discardAsk', { receiver: asked.receiver })}
          stay={t('outbox.discardKeep')}
          onStay={() => setAsked(undefined)}
          act={t('outbox.discard')}
          onAct={() => {
            setAsked(undefined);
            discard(asked);
          }}
          isDanger
        >
          <ExamNames examId={asked.exam_id} />
          <p>{t('outbox.discardText')}</p>
        </Question>
      ) : null}
    </>
  );
}

function stateWords(message: ListedMessage, t: TFunction) {
  if ('damaged' in message) return t('outbox.damaged');
  const { state, answer, failure, unread_answer, attempts, next_attempt_at } = message;
  const said = answer === null ? '' : `: ${answer.code} ${answer.text}`.trimEnd();
  const why = failure === null ? '' : `: ${t(`outbox.failures.${failure}`)}`;
  const heard = unread_answer === null ? '' : ` ${t('outbox.heard', { answer: unread_answer || '…' })}`;
  const next =
    attempts === 0 || next_attempt_at === null
      ? ''
      : `, ${t('outbox.next', { time: clockTime(next_attempt_at) })}`;
  return `${t(`outbox.states.${state}`)}${said}${why}${heard}${next}`;
}
