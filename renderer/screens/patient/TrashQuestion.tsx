/** Asks before moving a patient to the trash whose exams stay. */
import { useTranslation } from 'react-i18next';
import { Question } from '#renderer/components/dialogs/Dialog.tsx';
import { count } from '#renderer/messages/numbers.ts';

interface TrashQuestionProps {
  readonly name: string;
  /** Number of the patient's exams that stay. */
  readonly exams: number;
  readonly onTrash: () => void;
  readonly onClose: () => void;
}

export function TrashQuestion({ name, exams, onTrash, onClose }: TrashQuestionProps) {
  const { t } = useTranslation();
  return (
    <Question
      title={t('patients.trashAsk', { name })}
      stay={t('patients.trashKeep')}
      onStay={onClose}
      act={t('patients.moveToTrash')}
      onAct={() => {
        onClose();
        onTrash();
      }}
      isDanger
    >
      <p>{t('patients.trashAskText', { count: exams, number: count(exams) })}</p>
    </Question>
  );
}
