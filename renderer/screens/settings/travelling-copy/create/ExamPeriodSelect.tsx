import { useTranslation } from 'react-i18next';
import { Select } from '#renderer/components/controls/Select.tsx';
import { count } from '#renderer/messages/numbers.ts';

/** Choices in days for the period of exams; '' means all. */
const BACK_DAYS = [30, 90, 365, 730, 1825] as const;
const DAY_MS = 24 * 60 * 60 * 1000;

export function sinceOf(days: string): string | null {
  return days === '' ? null : new Date(Date.now() - Number(days) * DAY_MS).toISOString();
}

interface HowFarBackProps {
  /** Chosen period in days; '' means all exams. */
  readonly days: string;
  readonly onChange: (days: string) => void;
}

export function ExamPeriodSelect({ days, onChange }: HowFarBackProps) {
  const { t } = useTranslation();
  return (
    <Select
      label={t('travel.howFarBack')}
      help={t('travel.howFarBackHelp')}
      value={days}
      choices={[
        { value: '', label: t('travel.everything') },
        ...BACK_DAYS.map((each) => ({
          value: String(each),
          label: t('travel.lastDays', { count: each, number: count(each) }),
        })),
      ]}
      onChange={onChange}
    />
  );
}
