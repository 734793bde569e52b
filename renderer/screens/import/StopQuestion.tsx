/** Asks before stopping a running import. Imported records stay; the rest is not imported. */
import { useTranslation } from 'react-i18next';
import { Question } from '#renderer/components/dialogs/Dialog.tsx';

interface StopQuestionProps {
  readonly onStop: () => void;
  readonly onClose: () => void;
}

export function StopQuestion({ onStop, onClose }: StopQuestionProps) {
  const { t } = useTranslation();
  return (
    <Question
      title={t('imports.stopTitle')}
      stay={t('imports.goOn')}
      onStay={onClose}
      act={t('imports.stop')}
      onAct={onStop}
    >
      <p>{t('imports.stopText')}</p>
    </Question>
  );
}
