import { useTranslation } from 'react-i18next';
import { Select } from '#renderer/components/controls/Select.tsx';
import { count } from '#renderer/messages/numbers.ts';
import { BACK_DAYS } from './how-far-back.ts';

interface HowFarBackProps {
  /** '' is everything. */
  readonly days: string;
  readonly onChange: (days: string) => void;
}

export function HowFarBack({ days, onChange }: HowFarBackProps) {
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
