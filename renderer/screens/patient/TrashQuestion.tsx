/** Asks before a patient goes to the trash whose exams stay where they are. */
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { count } from '#renderer/messages/numbers.ts';

interface TrashQuestionProps {
  readonly name: string;
  /** How many of the patient's exams stay. */
  readonly exams: number;
  readonly onTrash: () => void;
  readonly onClose: () => void;
}

export function TrashQuestion({ name, exams, onTrash, onClose }: TrashQuestionProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('patients.trashAsk', { name })} onClose={onClose}>
      <div className="b stack">
        <p>{t('patients.trashAskText', { count: exams, number: count(exams) })}</p>
      </div>
      <div className="f">
        <Button kind="primary" autoFocus onPress={onClose}>
          {t('patients.trashKeep')}
        </Button>
        <Button
          kind="danger"
          onPress={() => {
            onClose();
            onTrash();
          }}
        >
          {t('patients.moveToTrash')}
        </Button>
      </div>
    </Dialog>
  );
}
