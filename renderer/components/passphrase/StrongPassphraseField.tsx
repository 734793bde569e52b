/** Field for a new passphrase, with its strength and missing requirements below. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PASSPHRASE_MIN_CHARS } from '#contract/limits.ts';
import { PassphraseField, type PassphraseFieldProps } from './PassphraseField.tsx';
import { passphraseStrength, type Strength } from './passphrase-strength.ts';
import { StrengthMeter } from './StrengthMeter.tsx';

export interface StrongPassphrase {
  readonly passphrase: string;
  /** Estimated strength; undefined without input, and until the estimator is loaded. */
  readonly strength: Strength | undefined;
  readonly error: string | undefined;
  readonly setPassphrase: (text: string) => void;
  /** Waits for the estimator and shows the error. True if the passphrase is strong enough. */
  readonly check: () => Promise<boolean>;
}

export function useStrongPassphrase(): StrongPassphrase {
  const { t } = useTranslation();
  const [passphrase, setPassphrase] = useState('');
  const [strength, setStrength] = useState<Strength>();
  const [error, setError] = useState<string>();

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

  const check = async () => {
    const missing = PASSPHRASE_MIN_CHARS - [...passphrase].length;
    if (missing > 0) {
      setError(t('gate.passphraseShort', { count: missing }));
      return false;
    }
    const { enough } = await passphraseStrength(passphrase);
    if (!enough) setError(t('gate.passphraseWeak'));
    return enough;
  };
  return { passphrase, strength, error, setPassphrase, check };
}

interface StrongPassphraseFieldProps
  extends Pick<PassphraseFieldProps, 'label' | 'autoFocus' | 'shown' | 'onShownChange'> {
  readonly state: StrongPassphrase;
}

export function StrongPassphraseField({ state, ...field }: StrongPassphraseFieldProps) {
  return (
    <PassphraseField
      {...field}
      value={state.passphrase}
      onChange={state.setPassphrase}
      error={state.error}
      autoComplete="new-password"
      below={<StrengthMeter strength={state.strength} />}
    />
  );
}
