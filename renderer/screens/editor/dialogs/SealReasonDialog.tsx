import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { FormDialog } from '#renderer/components/forms/FormDialog.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { sealVersion } from '#renderer/editor/work/seal-report.ts';
import { currentSigner, useWork } from '#renderer/editor/work/work-context.ts';

/** Seals with a word on why; history shows it with the version. */
export function SealReasonDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const work = useWork();
  const [reason, setReason] = useState('');
  const isMissing = reason.trim() === '';
  const submit = useSubmit({
    body: isMissing ? undefined : reason.trim(),
    send: async (why) => {
      onClose();
      // What refuses it is told above the text.
      void sealVersion(work, currentSigner(), undefined, why);
    },
  });
  return (
    <FormDialog
      title={t('editor.sealReason.title')}
      act={t('editor.sealReason.seal')}
      submit={submit}
      onClose={onClose}
      fieldsClass="b stack"
    >
      <TextField
        label={t('editor.amendReason')}
        value={reason}
        onChange={setReason}
        help={t('editor.sealReason.help')}
        error={submit.tried && isMissing ? t('editor.reasonMissing') : undefined}
        autoFocus
      />
    </FormDialog>
  );
}
