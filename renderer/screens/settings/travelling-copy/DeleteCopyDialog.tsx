/**
 * Deletes the travelling copy on this computer. Unsynced changes exist nowhere else, so deleting them needs a tick.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';
import { CancelButton, Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { count } from '#renderer/messages/numbers.ts';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';

interface DeleteCopyDialogProps {
  readonly waiting: number;
  /** Syncs pending changes and returns how many remain; only in the open copy. */
  readonly onExchange?: () => Promise<number>;
  readonly onDelete: (evenIfWaiting: boolean) => Promise<void>;
  readonly onClose: () => void;
}

/**
 * Dialog that deletes a travelling copy. Syncs pending changes first; without that, deleting needs a tick.
 */
export function DeleteCopyDialog({ waiting, onExchange, onDelete, onClose }: DeleteCopyDialogProps) {
  const { t } = useTranslation();
  const { busy, error, act } = useAsyncAction();
  const [still, setStill] = useState<number>();
  const left = still ?? waiting;
  const [even, setEven] = useState(false);
  const bringBack = () =>
    act(async () => {
      const now = (await onExchange?.()) ?? left;
      setStill(now);
      if (now === 0) await onDelete(false);
    });
  return (
    <Dialog title={t('travel.desk.delete')} onClose={onClose}>
      <div className="b panel-fields">
        <p>{t('travel.desk.deleteText')}</p>
        {left === 0 ? null : (
          <>
            <div className="alert inset s-draft" role="alert">
              <Icon name="state-waiting" />
              <p className="d">{t('travel.desk.deleteWaits', { count: left, number: count(left) })}</p>
            </div>
            {onExchange === undefined ? <p className="note">{t('travel.desk.bringBack')}</p> : null}
            <Checkbox checked={even} onChange={setEven}>
              {t('travel.desk.deleteEven')}
            </Checkbox>
          </>
        )}
        {error === undefined ? null : <ErrorNotice error={error} />}
      </div>
      <div className="f">
        {left > 0 && onExchange !== undefined && !even ? (
          <Button kind="primary" onPress={bringBack} unavailable={busy}>
            {t(busy ? 'travel.exchanging' : 'travel.desk.bringBackAct')}
          </Button>
        ) : (
          <Button
            kind="danger"
            unavailable={busy || (left > 0 && !even)}
            onPress={() => act(() => onDelete(even))}
          >
            {t('travel.desk.delete')}
          </Button>
        )}
        <CancelButton autoFocus />
      </div>
    </Dialog>
  );
}
