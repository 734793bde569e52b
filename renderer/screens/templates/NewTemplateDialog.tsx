import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { ModalityField } from '#renderer/screens/new-exam/ModalityField.tsx';
import { templateDirectory } from '#renderer/state/directory/directories.ts';
import { navigate } from '#renderer/state/frame/route-store.ts';

interface NewTemplateDialogProps {
  readonly groupId: string;
  readonly onClose: () => void;
}

/** A new template: title and modality; then the editor opens on it. */
export function NewTemplateDialog({ groupId, onClose }: NewTemplateDialogProps) {
  const { t } = useTranslation();
  const [title, setTitle] = useState('');
  const [modality, setModality] = useState('');
  const [tried, setTried] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (title.trim() === '') return;
    try {
      const view = await vault().templates.create({
        security_group_id: groupId,
        record: { title: title.trim(), modality: modality.trim().toUpperCase() || null },
      });
      templateDirectory.put(view);
      onClose();
      navigate(['templates', view.index.document_id]);
    } catch (caught) {
      setError(caught);
    }
  };
  return (
    <Dialog title={t('templates.newTemplate')} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <div className="b panel-fields">
          <TextField
            label={t('templates.newTitle')}
            value={title}
            onChange={setTitle}
            error={tried && title.trim() === '' ? t('templates.newTitleMissing') : undefined}
            autoFocus
          />
          <ModalityField value={modality} onChange={setModality} known={[]} />
          {error === undefined ? null : <ErrorNotice error={error} />}
        </div>
        <div className="f">
          <Button kind="primary" type="submit" hint="Enter">
            {t('templates.create')}
          </Button>
          <Button kind="quiet" hint="Esc" onPress={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
