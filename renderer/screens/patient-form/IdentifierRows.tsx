import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IdentifierEntry } from '#renderer/components/records/patient/patient-values.ts';

interface IdentifierRowsProps {
  readonly entries: readonly IdentifierEntry[];
  readonly onChange: (entries: readonly IdentifierEntry[]) => void;
}

export function IdentifierRows({ entries, onChange }: IdentifierRowsProps) {
  const { t } = useTranslation();
  const set = (id: number, part: Partial<IdentifierEntry>) =>
    onChange(entries.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)));
  const add = () => {
    const id = 1 + Math.max(0, ...entries.map((entry) => entry.id));
    onChange([...entries, { id, type: entries.length === 0 ? 'MRN' : '', value: '' }]);
  };
  return (
    <>
      {entries.map((entry, index) => (
        <div key={entry.id} className="idrow">
          <TextField
            label={t('patients.identifierType')}
            value={entry.type}
            onChange={(type) => set(entry.id, { type })}
          />
          <TextField
            label={t('patients.identifierValue')}
            value={entry.value}
            onChange={(value) => set(entry.id, { value })}
          />
          <Button
            kind="quiet"
            icon="close"
            label={t('patients.removeIdentifier', { number: index + 1 })}
            onPress={() => onChange(entries.filter(({ id }) => id !== entry.id))}
          />
        </div>
      ))}
      <button type="button" className="link" onClick={add}>
        <Icon name="plus" />
        {t('patients.addIdentifier')}
      </button>
    </>
  );
}
