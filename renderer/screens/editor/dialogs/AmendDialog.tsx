import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Select } from '#renderer/components/controls/Select.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { beginPending } from '#renderer/editor/work/seal-report.ts';
import { useWork } from '#renderer/editor/work/work-context.ts';

/** Opens a final report again. Nothing is sealed by this; the reason is, with the amended version. */
export function AmendDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const work = useWork();
  const [kind, setKind] = useState<'amended' | 'corrected'>('amended');
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') {
      setMissing(true);
      return;
    }
    beginPending(work, { kind, reason: reason.trim() }, () => []);
    onClose();
  };
  return (
    <Dialog title={t('editor.amendTitle')} onClose={onClose}>
      <form onSubmit={submit}>
        <div className="b stack">
          <p>{t('editor.amendText')}</p>
          <TextField
            label={t('editor.amendReason')}
            value={reason}
            onChange={(value) => {
              setReason(value);
              setMissing(false);
            }}
            error={isMissing ? t('editor.reasonMissing') : undefined}
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
        </div>
        <div className="f">
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit">
            {t('editor.amendStart')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
