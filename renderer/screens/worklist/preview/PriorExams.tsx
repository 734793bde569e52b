import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '#renderer/components/controls/Link.tsx';
import { examDay } from '#renderer/lists/worklist/exam-filter.ts';
import { shortDay } from '#renderer/messages/dates.ts';
import { examCache } from '#renderer/state/record-cache/record-caches.ts';
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';

const SHOWN_MAX = 6;

/** Lists earlier exams of the same patient, newest first. */
export function PriorExams({ row }: { readonly row: ExamRow }) {
  const { t } = useTranslation();
  const exams = examCache.use((state) => state.rows);
  const priors = useMemo(() => {
    if (row.patient_id === null) return [];
    const before = examDay(row);
    return [...exams.values()]
      .filter((other) => other.patient_id === row.patient_id && other.id !== row.id && !other.is_deleted)
      .filter((other) => examDay(other) <= before)
      .sort((a, b) => (examDay(a) < examDay(b) ? 1 : -1));
  }, [exams, row]);
  if (priors.length === 0) return null;
  return (
    <>
      <h3 className="sec">
        {t('worklist.priorExams')} <span className="dim">{priors.length}</span>
      </h3>
      <ul className="pv-list">
        {priors.slice(0, SHOWN_MAX).map((prior) => (
          <li key={prior.id}>
            <Link to={['exams', prior.id]}>{prior.summary?.title ?? t('worklist.untitled')}</Link>
            <span className="dim">{shortDay(prior.summary?.exam_date ?? prior.updated_at)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
