import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { vault } from '#renderer/api/vault-client.ts';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { FormDialog } from '#renderer/components/forms/FormDialog.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { ModalityField } from '#renderer/components/records/ModalityField.tsx';
import { templateCache } from '#renderer/state/record-cache/record-caches.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';

interface NewTemplateDialogProps {
  readonly groupId: string;
  readonly onClose: () => void;
}

/** Dialog for a new template with title and modality; then opens it in the editor. */
export function NewTemplateDialog({ groupId, onClose }: NewTemplateDialogProps) {
  const { t } = useTranslation();
  const [title, setTitle] = useState('');
  const [modality, setModality] = useState('');
  const isMissing = title.trim() === '';
  const record = { title: title.trim(), modality: modality.trim().toUpperCase() || null };
  const submit = useSubmit({
    body: isMissing ? undefined : { security_group_id: groupId, record },
    send: async (body, options) => {
      const view = await vault().templates.create(body, options);
      templateCache.put(view);
      onClose();
      navigate(['templates', view.index.document_id]);
    },
  });
  return (
    <FormDialog
      title={t('templates.newTemplate')}
      act={t('templates.create')}
      submit={submit}
      onClose={onClose}
      keptAs="new-template"
    >
      <TextField
        label={t('templates.newTitle')}
        value={title}
        onChange={setTitle}
        error={submit.tried && isMissing ? t('templates.newTitleMissing') : undefined}
        autoFocus
      />
      <ModalityField value={modality} onChange={setModality} known={[]} />
    </FormDialog>
  );
}
