import { useTranslation } from 'react-i18next';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { Menu } from '#renderer/components/dialogs/Menu.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';

const COMMON = ['CT', 'MR', 'US', 'XR', 'MG', 'NM', 'PT', 'DX', 'ECG', 'LAB'];

interface ModalityFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Modalities of the vault, most frequent first. */
  readonly known: readonly string[];
}

/** Free text field with the usual modalities as buttons. */
export function ModalityField({ value, onChange, known }: ModalityFieldProps) {
  const { t } = useTranslation();
  const label = t('worklist.newExamForm.modality');
  const choices = [...new Set([...known, ...COMMON])];
  return (
    <TextField
      label={label}
      value={value}
      onChange={onChange}
      placeholder={t('worklist.newExamForm.modalityExample')}
    >
      <Menu
        label={label}
        buttonLabel={t('common.chooseValue', { label })}
        buttonClass="link"
        align="end"
        isAid
        items={choices.map((choice) => ({ id: choice, label: choice, run: () => onChange(choice) }))}
      >
        <Icon name="chevron-down" />
      </Menu>
    </TextField>
  );
}
