/** Asks before an import that is sealing is ended: what has come in stays, the rest does not come. */
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Dialog } from '#renderer/components/dialogs/Dialog.tsx';

interface StopQuestionProps {
  readonly onStop: () => void;
  readonly onClose: () => void;
}

export function StopQuestion({ onStop, onClose }: StopQuestionProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('imports.stopTitle')} onClose={onClose}>
      <div className="b stack">
        <p>{t('imports.stopText')}</p>
      </div>
      <div className="f">
        <Button kind="primary" autoFocus onPress={onClose}>
          {t('imports.goOn')}
        </Button>
        <Button onPress={onStop}>{t('imports.stop')}</Button>
      </div>
    </Dialog>
  );
}
