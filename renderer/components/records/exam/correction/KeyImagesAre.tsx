import { useTranslation } from 'react-i18next';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';

interface KeyImagesAreProps {
  /** Name of the patient the report gets. */
  readonly name: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Asks whose the key images of a signed report are; without an answer it is not signed under another name. */
export function KeyImagesAre({ name, checked, onChange }: KeyImagesAreProps) {
  const { t } = useTranslation();
  return (
    <div className="c2">
      <Checkbox checked={checked} onChange={onChange}>
        {t('examSheet.figuresAre', { name })}
      </Checkbox>
      <p className="note">{t('examSheet.figuresAreNot')}</p>
    </div>
  );
}
