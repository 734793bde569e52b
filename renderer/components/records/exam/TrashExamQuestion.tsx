/** Asks before an exam goes to the trash, with the names of exam and patient. The harmless answer has the focus. */
import { useTranslation } from 'react-i18next';
import { isSigned } from '#records/reports/report-status.ts';
import { Question } from '#renderer/components/dialogs/Dialog.tsx';
import { examCache } from '#renderer/state/record-cache/record-caches.ts';
import { ExamNames } from './ExamNames.tsx';

interface TrashExamQuestionProps {
  readonly examId: string;
  readonly onTrash: () => void;
  readonly onClose: () => void;
}

export function TrashExamQuestion({ examId, onTrash, onClose }: TrashExamQuestionProps) {
  const { t } = useTranslation();
  const summary = examCache.use((state) => state.rows.get(examId)?.summary);
  return (
    <Question
      title={t('worklist.trashAsk', { title: summary?.title ?? t('worklist.untitled') })}
      stay={t('worklist.trashKeep')}
      onStay={onClose}
      act={t('worklist.moveToTrash')}
      onAct={() => {
        onClose();
        onTrash();
      }}
      isDanger
    >
      <ExamNames examId={examId} />
      {isSigned(summary?.report_status ?? null) ? <p>{t('worklist.trashSigned')}</p> : null}
      <p>{t('worklist.trashAskText')}</p>
    </Question>
  );
}
