/**
 * Dialog that corrects an exam: patient, title, side, modality, date and time, accession number, tags. Needs
 * a reason and seals a version. Moving a written report to another patient needs both names typed.
 */
import { useTranslation } from 'react-i18next';
import { Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import type { AroundSealing } from './correction/seal-exam-correction.ts';
import { ExamForm } from './ExamForm.tsx';
import { useExam } from './use-exam.ts';

interface ExamSheetProps {
  readonly examId: string;
  readonly onClose: () => void;
  /** Saves text being typed before the exam is read. */
  readonly before?: () => Promise<unknown>;
  readonly around?: AroundSealing;
}

export function ExamSheet({ examId, onClose, before, around }: ExamSheetProps) {
  const { t } = useTranslation();
  const { data, error } = useExam(examId, before);
  if (data) return <ExamForm exam={data} onClose={onClose} {...(around === undefined ? {} : { around })} />;
  return (
    <Dialog title={t('examSheet.title')} onClose={onClose}>
      <div className="b">
        {error === undefined ? <p>{t('common.unsealing')}</p> : <ErrorNotice error={error} />}
      </div>
    </Dialog>
  );
}
