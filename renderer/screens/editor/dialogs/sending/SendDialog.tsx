/**
 * Dialog that sends the newest version to a receiver of the clinic. Lists the state of every message of this
 * exam.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type NamedReceiver, parseReceivers } from '#contract/exchange/receivers.ts';
import { isSample } from '#records/sample/sample-mark.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Link } from '#renderer/components/controls/Link.tsx';
import { Select } from '#renderer/components/controls/Select.tsx';
import { FormDialog } from '#renderer/components/forms/FormDialog.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { MessageTable } from '#renderer/components/outbox/MessageTable.tsx';
import { useOutbox } from '#renderer/components/outbox/use-outbox.ts';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { useLoaded } from '#renderer/state/shell/use-loaded-data.ts';
import { givenVersion } from './given-version.ts';

export function SendDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { documents } = useEditingSession();
  const groupId = useEditingState((state) => state.index?.security_group_id);
  const { version_id, seq } = givenVersion(useEditingState((state) => state));
  const isChanged = useEditingState((state) => state.changed);
  const isOfSample = useEditingState((state) => isSample(state.meta.custom_attributes));
  const title = useEditingState((state) => state.meta.title) ?? t('editor.noTitle');
  const settings = useLoaded(async () => vault().settings.get());
  const outbox = useOutbox(
    groupId === undefined ? [] : [{ security_group_id: groupId, exam_id: documents.id }],
  );
  const receivers: readonly NamedReceiver[] = parseReceivers(settings.data?.hl7_receivers ?? null) ?? [];
  const [chosen, setChosen] = useState<string>();
  const receiver = chosen ?? receivers[0]?.name;
  // A second Enter must not send the same version to the same system again.
  const [sent, setSent] = useState<readonly string[]>([]);
  const isSent = sent.includes(`${receiver}/${version_id}`);
  const submit = useSubmit({
    body:
      isOfSample || receiver === undefined || version_id === null || isSent
        ? undefined
        : { receiver, version_id },
    send: async (body) => {
      await vault().exchange.hl7.queue(documents.id, body);
      setSent((before) => [...before, `${body.receiver}/${body.version_id}`]);
      outbox.reload();
    },
  });
  const error = settings.error ?? outbox.error;
  return (
    <FormDialog
      title={t('outbox.send.title', { title })}
      act={t('outbox.send.act')}
      submit={submit}
      onClose={onClose}
      fieldsClass="b stack"
      unavailable={isOfSample || receiver === undefined || isSent}
      note={<span className="note">{t('review.handOver.audited')}</span>}
    >
      {isOfSample ? <p role="status">{t('giveOut.sample')}</p> : null}
      <p className="note">{t('outbox.send.intro', { seq })}</p>
      {isChanged ? <p className="note">{t('review.handOver.draftStays')}</p> : null}
      {error === undefined ? null : <ErrorNotice error={error} />}
      {settings.data && receivers.length === 0 ? (
        <p>
          {t('outbox.send.none')}{' '}
          <Link className="link" to={['settings', 'outbox']}>
            {t('outbox.send.toSettings')}
          </Link>
        </p>
      ) : null}
      {receiver === undefined ? null : (
        <Select
          label={t('outbox.send.to')}
          value={receiver}
          choices={receivers.map(({ name, host, port }) => ({
            value: name,
            label: `${name} (${host}:${port})`,
          }))}
          onChange={setChosen}
        />
      )}
      <p role="status" className="note">
        {isSent ? t('outbox.send.sent', { receiver, seq }) : null}
      </p>
      {outbox.messages && outbox.messages.length > 0 ? (
        <MessageTable messages={outbox.messages} namesExam={false} onChanged={outbox.reload} />
      ) : null}
    </FormDialog>
  );
}
