import { useTranslation } from 'react-i18next';
import type { CriticalResult } from '#contract/documents/follow-ups.ts';
import { usePatientName } from '#renderer/components/records/use-patient-name.ts';
import { changedAt } from '#renderer/messages/dates.ts';

interface InformedUnderEarlierPatientProps {
  readonly told: NonNullable<CriticalResult['told_before']>[number];
}

/** Names the person informed of a critical result under an earlier patient of the exam. */
export function InformedUnderEarlierPatient({ told }: InformedUnderEarlierPatientProps) {
  const { t } = useTranslation();
  const name = usePatientName(told.patient_id);
  const when = told.told_at === '' ? '' : changedAt(told.told_at);
  return <>{t('review.critical.toldUnder', { who: told.told_whom || t('tracked.nobody'), when, name })}</>;
}
