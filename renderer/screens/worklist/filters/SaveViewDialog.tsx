import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useWorklist } from '#renderer/screens/worklist/worklist-store.ts';
import { setSearch } from '#renderer/state/frame/search-store.ts';
import type { ExamFilter } from './exam-filter.ts';
import { saveView } from './saved-views.ts';

interface SaveViewDialogProps {
  readonly filter: ExamFilter;
  readonly searching: boolean;
  readonly onClose: () => void;
}

export function SaveViewDialog({ filter, searching, onClose }: SaveViewDialogProps) {
  const { t } = useTranslation();
  const base = useWorklist((state) => state.base);
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === '') return;
    try {
      await saveView(name.trim(), searching ? 'all' : base, filter);
      setSearch('');
      onClose();
    } catch (caught) {
      setError(caught);
    }
  };
  return (
    <Dialog title={t('worklist.saveViewTitle')} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <div className="b">
          <TextField
            label={t('worklist.viewName')}
            value={name}
            onChange={setName}
            error={tried && name.trim() === '' ? t('worklist.viewNameMissing') : undefined}
            autoFocus
          />
          {error === undefined ? null : <ErrorNotice error={error} />}
        </div>
        <div className="f">
          <Button kind="primary" type="submit" hint="Enter">
            {t('worklist.saveViewAct')}
          </Button>
          <Button kind="quiet" hint="Esc" onPress={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
