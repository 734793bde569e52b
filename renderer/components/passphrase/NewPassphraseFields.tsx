/** Two fields for a new passphrase, with its strength and missing requirements below the first. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PassphraseField } from './PassphraseField.tsx';
import {
  type StrongPassphrase,
  StrongPassphraseField,
  useStrongPassphrase,
} from './StrongPassphraseField.tsx';

export interface NewPassphrase extends StrongPassphrase {
  readonly repeated: string;
  readonly repeatError: string | undefined;
  readonly setRepeated: (text: string) => void;
  /** Validates both fields and shows errors; true if both are valid. */
  readonly check: () => Promise<boolean>;
}

export function useNewPassphrase(): NewPassphrase {
  const { t } = useTranslation();
  const strong = useStrongPassphrase();
  const [repeated, setRepeated] = useState('');
  const [repeatError, setRepeatError] = useState<string>();
  const { passphrase } = strong;

  useEffect(() => {
    const differs = repeated !== '' && !passphrase.startsWith(repeated);
    setRepeatError(differs ? t('gate.passphrasesDiffer') : undefined);
  }, [passphrase, repeated, t]);

  const check = async () => {
    const isStrong = await strong.check();
    if (passphrase !== repeated) setRepeatError(t('gate.passphrasesDiffer'));
    return isStrong && passphrase === repeated;
  };
  return { ...strong, repeated, repeatError, setRepeated, check };
}

export function NewPassphraseFields({
  state,
  label,
}: {
  readonly state: NewPassphrase;
  readonly label: string;
}) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <>
      <StrongPassphraseField label={label} state={state} shown={shown} onShownChange={setShown} />
      <PassphraseField
        label={t('gate.repeatPassphrase')}
        value={state.repeated}
        onChange={state.setRepeated}
        error={state.repeatError}
        shown={shown}
        autoComplete="new-password"
      />
    </>
  );
}
