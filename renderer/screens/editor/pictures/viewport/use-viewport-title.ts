/** Title of a viewport: this exam, or the prior's age relative to it. */
import { useTranslation } from 'react-i18next';
import type { ViewportExam } from '#renderer/screens/editor/pictures/use-picture-series.ts';

const DAY_MS = 86_400_000;

export function useViewportTitle(exam: ViewportExam | undefined, exams: readonly ViewportExam[]): string {
  const { t } = useTranslation();
  if (!exam?.isPrior) return t('pictures.thisExam');
  const own = exams.find(({ isPrior }) => !isPrior);
  if (!own?.date || !exam.date) return t('pictures.prior');
  const days = Math.round((Date.parse(own.date) - Date.parse(exam.date)) / DAY_MS);
  if (days === 0) return t('pictures.priorSame');
  return t(days > 0 ? 'pictures.priorOlder' : 'pictures.priorNewer', { count: Math.abs(days) });
}
