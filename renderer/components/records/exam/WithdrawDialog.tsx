/**
 * Dialog that marks a report as entered in error, or removes the mark. Each needs a reason and seals a
 * version.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExamRecord } from '#contract/documents/records.ts';
import {
  isEnteredInError,
  markEnteredInError,
  readEnteredInError,
  removeEnteredInError,
} from '#records/reports/entered-in-error.ts';
import { reportStatus } from '#records/reports/report-status.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { FormDialog } from '#renderer/components/forms/FormDialog.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useSession } from '#renderer/state/session/session-store.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import { type AroundSealing, sealFacts } from './correction/seal-exam-correction.ts';
import { ExamNames } from './ExamNames.tsx';
import { type OpenedExam, useExam } from './use-exam.ts';

interface WithdrawDialogProps {
  readonly examId: string;
  readonly onClose: () => void;
  readonly before?: () => Promise<unknown>;
  readonly around?: AroundSealing;
}

export function WithdrawDialog({ examId, onClose, before, around }: WithdrawDialogProps) {
  const { t } = useTranslation();
  const { data, error } = useExam(examId, before);
  if (data)
    return <WithdrawForm exam={data} onClose={onClose} {...(around === undefined ? {} : { around })} />;
  return (
    <Dialog title={t('withdraw.title')} onClose={onClose}>
      <div className="b">
        {error === undefined ? <p>{t('common.unsealing')}</p> : <ErrorNotice error={error} />}
      </div>
    </Dialog>
  );
}

interface WithdrawFormProps extends Pick<WithdrawDialogProps, 'onClose' | 'around'> {
  readonly exam: OpenedExam;
}

function WithdrawForm({ exam, onClose, around }: WithdrawFormProps) {
  const { t } = useTranslation();
  const { view, draft } = exam;
  const me = useSession((state) => state.session?.principal);
  const [reason, setReason] = useState('');
  const isMarked = isEnteredInError(reportStatus(view.record.custom_attributes));
  // The earlier status is known only if the mark was set by this program.
  const isLocked = isMarked && readEnteredInError(view.record.custom_attributes) === undefined;
  const isOthers = draft !== undefined && draft.author.principal_id !== me?.principal_id;
  const isMissing = reason.trim() === '';
  const title = view.record.title ?? t('worklist.untitled');
  const submit = useSubmit({
    body: isMissing || isLocked || isOthers ? undefined : { reason: reason.trim() },
    send: async (body) => {
      const mark = {
        reason: body.reason,
        marked_by: me?.display_name ?? '',
        marked_at: new Date().toISOString(),
      };
      const apply = (record: ExamRecord): ExamRecord => ({
        ...record,
        custom_attributes: isMarked
          ? removeEnteredInError(record.custom_attributes)
          : markEnteredInError(record.custom_attributes, mark),
      });
      const seal = async () => {
        // A draft moves to Recovered text, so that it is not lost.
        if (draft) await vault().exams.draft.discard(view.index.document_id);
        return sealFacts({ view, draft: undefined, reason: body.reason, apply });
      };
      await (around ? around(seal) : seal());
      onClose();
      showToast({
        icon: isMarked ? 'restore' : 'state-void',
        text: t(isMarked ? 'withdraw.takenBack' : 'withdraw.marked', { title }),
      });
    },
  });
  return (
    <FormDialog
      title={t(isMarked ? 'withdraw.backTitle' : 'withdraw.title')}
      act={t(isMarked ? 'withdraw.backAct' : 'withdraw.act')}
      submit={submit}
      onClose={onClose}
      keptAs={`withdraw/${view.index.document_id}`}
      fieldsClass="b stack"
      unavailable={isLocked || isOthers}
    >
      <ExamNames examId={view.index.document_id} />
      <p>
        {t(isMarked ? (isLocked ? 'withdraw.fromElsewhere' : 'withdraw.backText') : 'withdraw.text', {
          title,
        })}
      </p>
      {draft === undefined ? null : (
        <p role="status">
          {isOthers ? t('examSheet.written', { name: draft.author.display_name }) : t('withdraw.draftKept')}
        </p>
      )}
      <TextField
        label={t('examSheet.reason')}
        help={t('examSheet.reasonHelp')}
        value={reason}
        onChange={setReason}
        error={submit.tried && isMissing ? t('withdraw.reasonMissing') : undefined}
        autoFocus
      />
    </FormDialog>
  );
}
