/** Asks for the reason of an amendment, and names the patient whose report it is. */
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Select } from '#renderer/components/controls/Select.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { FormDialog } from '#renderer/components/forms/FormDialog.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { usePatientName } from '#renderer/components/records/use-patient-name.ts';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { takeInBeforeChange } from '#renderer/editor/editing-session/merging/take-in-before-change.ts';
import { beginAmendment } from '#renderer/editor/editing-session/sealing/seal-report.ts';
import { showView } from '#renderer/screens/editor/view-store.ts';

/** Dialog that opens a final report for amendment. Sealing happens later, with the reason entered here. */
export function AmendDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const work = useEditingSession();
  const patient = usePatientName(useEditingState((state) => state.index?.meta.patient_id ?? null));
  const title = useEditingState((state) => state.meta.title) ?? t('editor.noTitle');
  const [kind, setKind] = useState<'amended' | 'corrected'>('amended');
  const [reason, setReason] = useState('');
  const isMissing = reason.trim() === '';
  const submit = useSubmit({
    body: isMissing ? undefined : { kind, reason: reason.trim() },
    send: async (pending) => {
      // Close the dialog first, because it has the focus; the text takes it before the next key.
      flushSync(onClose);
      if (!(await takeInBeforeChange(work))) return;
      // In a conflict the amended text is still to be sealed from the comparison.
      const isInConflict = work.store.getState().conflict !== undefined;
      beginAmendment(work, pending);
      if (!isInConflict) showView({ kind: 'write' });
    },
  });
  return (
    <FormDialog
      title={t('editor.amendTitle')}
      act={t('editor.amendStart')}
      submit={submit}
      onClose={onClose}
      keptAs={`amend/${work.documents.id}`}
      fieldsClass="b stack"
    >
      <p>
        <strong>{patient}</strong>, {title}
      </p>
      <p>{t('editor.amendText')}</p>
      <TextField
        label={t('editor.amendReason')}
        value={reason}
        onChange={setReason}
        error={submit.tried && isMissing ? t('editor.reasonMissing') : undefined}
        autoFocus
      />
      <Select<'amended' | 'corrected'>
        label={t('editor.amendKind')}
        value={kind}
        choices={[
          { value: 'amended', label: t('editor.amendedKind') },
          { value: 'corrected', label: t('editor.correctedKind') },
        ]}
        onChange={setKind}
      />
    </FormDialog>
  );
}
