import { useTranslation } from 'react-i18next';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { normaliseGroup } from './recovery-key-groups.ts';

interface GroupBackFieldProps {
  readonly number: number;
  readonly value: string;
  readonly right: boolean;
  /** Number of characters in a complete group. */
  readonly length: number;
  readonly onChange: (text: string) => void;
}

/** Field for typing back one group. Marks it wrong only once all characters are entered. */
export function RecoveryGroupField({ number, value, right, length, onChange }: GroupBackFieldProps) {
  const { t } = useTranslation();
  const wrong = !right && normaliseGroup(value).length >= length;
  return (
    <TextField
      label={t('gate.groupNumber', { number })}
      value={value}
      onChange={onChange}
      error={wrong ? t('gate.groupDiffers', { number }) : undefined}
      size="l"
      mono
    >
      {right ? <Icon name="check" className="good" /> : null}
    </TextField>
  );
}
