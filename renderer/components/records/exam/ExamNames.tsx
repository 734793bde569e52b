/** Names an exam and its patient, so that a question about it can be answered without looking elsewhere. */
import { useTranslation } from 'react-i18next';
import { identifierText, mainIdentifier } from '#records/identity/identifiers.ts';
import { shortDay } from '#renderer/messages/dates.ts';
import { examCache, patientCache } from '#renderer/state/record-cache/record-caches.ts';

export function ExamNames({ examId }: { readonly examId: string }) {
  const { t } = useTranslation();
  const row = examCache.use((state) => state.rows.get(examId));
  const patient = patientCache.use((state) =>
    row?.patient_id ? state.rows.get(row.patient_id)?.summary : undefined,
  );
  const summary = row?.summary;
  const identifier = mainIdentifier(patient?.identifiers ?? []);
  const about = [
    patient?.birth_date ? shortDay(patient.birth_date) : undefined,
    identifier ? identifierText(identifier) : undefined,
  ];
  const exam = [
    summary?.title ?? t('worklist.untitled'),
    summary?.modality,
    summary?.exam_date ? shortDay(summary.exam_date) : undefined,
  ];
  return (
    <div>
      <p className="pv-name">{patient?.display_name ?? summary?.patient_name ?? t('worklist.noPatient')}</p>
      <p>{about.filter(Boolean).join(', ')}</p>
      <p>{exam.filter(Boolean).join(', ')}</p>
    </div>
  );
}
