/**
 * Dialog that creates a hand-over of the sealed exam: its content, its passphrase, and a date to ask for its
 * deletion.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DriveNode } from '#contract/drives/node.ts';
import type { HandoverBody } from '#contract/exchange/handover.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';
import { DateField } from '#renderer/components/dates/DateField.tsx';
import { parseLenientDate } from '#renderer/components/dates/lenient-date.ts';
import { saveStream } from '#renderer/components/files/save-file.ts';
import { FormDialog } from '#renderer/components/forms/FormDialog.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import {
  StrongPassphraseField,
  useStrongPassphrase,
} from '#renderer/components/passphrase/StrongPassphraseField.tsx';
import { assurePaperLocale } from '#renderer/components/records/letter/assure-paper-locale.ts';
import { usePatientName } from '#renderer/components/records/use-patient-name.ts';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { byteSize } from '#renderer/messages/numbers.ts';
import { useExamFiles } from '#renderer/screens/editor/panels/files/use-exam-files.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import { givenVersion } from './given-version.ts';

export function HandoverDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { documents } = useEditingSession();
  const groupId = useEditingState((state) => state.index?.security_group_id);
  const { seq } = givenVersion(useEditingState((state) => state));
  const isChanged = useEditingState((state) => state.changed);
  const title = useEditingState((state) => state.meta.title) ?? t('editor.noTitle');
  const patient = usePatientName(useEditingState((state) => state.index?.meta.patient_id ?? null));
  const { nodes, error } = useExamFiles(groupId, documents.id);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const fresh = useStrongPassphrase();
  const [day, setDay] = useState('');
  const files = (nodes ?? []).filter(({ status }) => status === 'ready');
  const along = files.filter(({ node_id }) => !left.has(node_id));
  const read = parseLenientDate(day, undefined, { years: 'ahead' });
  const isBadDay = day.trim() !== '' && read.kind !== 'day';
  const body: HandoverBody = {
    passphrase: fresh.passphrase,
    files: along.map(({ node_id }) => node_id),
    ...(read.kind === 'day' ? { delete_after: read.iso } : {}),
  };
  const submit = useSubmit({
    body: nodes === undefined || isBadDay ? undefined : body,
    check: fresh.check,
    send: async (wanted) => {
      const size = along.reduce((sum, node) => sum + (node.size ?? 0), 0);
      const isSaved = await saveStream(`${title}.html`, 'text/html', size, async () => {
        await assurePaperLocale();
        return vault().exchange.handOver(documents.id, wanted);
      });
      if (!isSaved) return;
      showToast({ icon: 'check', text: t('review.handOver.saved') });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('review.handOver.title', { title })}
      act={t('review.handOver.act')}
      submit={submit}
      onClose={onClose}
      unavailable={nodes === undefined}
      fieldsClass="b stack"
      note={<span className="note">{t('review.handOver.audited')}</span>}
    >
      <p>
        <strong>{patient}</strong>, {title}
      </p>
      <p className="note">{t('review.handOver.intro')}</p>
      {isChanged ? <p className="note">{t('review.handOver.draftStays')}</p> : null}
      {error === undefined ? null : <ErrorNotice error={error} />}
      <fieldset className="along">
        <legend>{t('review.handOver.along')}</legend>
        <p>{t('review.handOver.report', { seq })}</p>
        {nodes !== undefined && files.length === 0 ? (
          <p className="note">{t('review.handOver.noFiles')}</p>
        ) : null}
        {files.map((node) => (
          <FileChoice key={node.node_id} node={node} isAlong={!left.has(node.node_id)} onChange={setLeft} />
        ))}
      </fieldset>
      <StrongPassphraseField label={t('review.handOver.passphrase')} state={fresh} autoFocus />
      <p className="note">{t('review.handOver.say')}</p>
      <DateField
        label={t('review.handOver.deleteAfter')}
        years="ahead"
        help={t('review.handOver.courtesy')}
        value={day}
        onChange={setDay}
        error={submit.tried && isBadDay ? t('review.handOver.badDay') : undefined}
      />
    </FormDialog>
  );
}

interface FileChoiceProps {
  readonly node: DriveNode;
  readonly isAlong: boolean;
  readonly onChange: (change: (left: ReadonlySet<string>) => ReadonlySet<string>) => void;
}

function FileChoice({ node, isAlong, onChange }: FileChoiceProps) {
  const choose = (along: boolean) =>
    onChange((left) => {
      const next = new Set(left);
      if (along) next.delete(node.node_id);
      else next.add(node.node_id);
      return next;
    });
  return (
    <Checkbox checked={isAlong} onChange={choose}>
      {node.name} <span className="note">{byteSize(node.size ?? 0)}</span>
    </Checkbox>
  );
}
