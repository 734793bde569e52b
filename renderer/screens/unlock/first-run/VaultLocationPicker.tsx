import { useId } from 'react';
import { useTranslation } from 'react-i18next';

export type Where = 'here' | 'elsewhere';

interface PlacePickerProps {
  readonly value: Where;
  readonly onChange: (where: Where) => void;
}

/**
 * Choice between a new vault here and an existing one on another computer. Native radio buttons under drawn
 * ones.
 */
export function VaultLocationPicker({ value, onChange }: PlacePickerProps) {
  const { t } = useTranslation();
  const name = useId();
  const choice = (where: Where, title: string, text: string) => (
    <label className={value === where ? 'on' : undefined}>
      <input
        type="radio"
        className="check-input"
        name={name}
        checked={value === where}
        onChange={() => onChange(where)}
      />
      <span className={`box radio${value === where ? ' on' : ''}`} aria-hidden="true" />
      <span>
        <b>{title}</b>
        <em>{text}</em>
      </span>
    </label>
  );
  return (
    <div className="pickv" role="radiogroup" aria-label={t('place.where')}>
      {choice('here', t('place.here'), t('place.hereText'))}
      {choice('elsewhere', t('place.elsewhere'), t('place.elsewhereText'))}
    </div>
  );
}
