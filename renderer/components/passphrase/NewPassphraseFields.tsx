/** Choosing a passphrase: two fields, the strength under the first, and what is still missing in words. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PASSPHRASE_MIN_CHARS } from '#contract/limits.ts';
import { PassphraseField } from './PassphraseField.tsx';
import { passphraseStrength, type Strength } from './passphrase-strength.ts';
import { StrengthMeter } from './StrengthMeter.tsx';

export interface NewPassphrase {
  readonly passphrase: string;
  readonly repeated: string;
  readonly strength: Strength | undefined;
  readonly error: string | undefined;
  readonly repeatError: string | undefined;
  readonly setPassphrase: (text: string) => void;
  readonly setRepeated: (text: string) => void;
  /** Sets the errors; true when both fields are in order. */
  readonly check: () => Promise<boolean>;
}

export function useNewPassphrase(): NewPassphrase {
  const { t } = useTranslation();
  const [passphrase, setPassphrase] = useState('');
  const [repeated, setRepeated] = useState('');
  const [strength, setStrength] = useState<Strength>();
  const [error, setError] = useState<string>();
  const [repeatError, setRepeatError] = useState<string>();

  useEffect(() => {
    let current = true;
    setError(undefined);
    if (passphrase === '') setStrength(undefined);
    else
      passphraseStrength(passphrase).then((found) => {
        if (current) setStrength(found);
      });
    return () => {
      current = false;
    };
  }, [passphrase]);

  useEffect(() => {
    const differs = repeated !== '' && !passphrase.startsWith(repeated);
    setRepeatError(differs ? t('gate.passphrasesDiffer') : undefined);
  }, [passphrase, repeated, t]);

  const check = async () => {
    const found = await passphraseStrength(passphrase);
    setStrength(found);
    const missing = PASSPHRASE_MIN_CHARS - found.characters;
    if (missing > 0) setError(t('gate.passphraseShort', { count: missing }));
    else if (!found.enough) setError(t('gate.passphraseWeak'));
    if (passphrase !== repeated) setRepeatError(t('gate.passphrasesDiffer'));
    return found.enough && passphrase === repeated;
  };
  return { passphrase, repeated, strength, error, repeatError, setPassphrase, setRepeated, check };
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
      <PassphraseField
        label={label}
        value={state.passphrase}
        onChange={state.setPassphrase}
        error={state.error}
        shown={shown}
        onShownChange={setShown}
        autoComplete="new-password"
        below={state.strength ? <StrengthMeter strength={state.strength} /> : null}
      />
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
