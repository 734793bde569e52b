/**
 * React hook for the current passphrase, asked again for actions that an open session alone does not allow.
 * It may stay empty in a session unlocked by recovery key or shares.
 */
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VaultApiError } from '#sdk/errors.ts';
import { PassphraseField } from './PassphraseField.tsx';

export interface CurrentPassphrase {
  readonly body: { readonly current_passphrase?: string };
  readonly field: ReactNode;
  readonly clearError: () => void;
  /** Returns true if the vault rejected the passphrase; the field then shows it. */
  readonly isRefusal: (caught: unknown) => boolean;
}

export function useCurrentPassphrase(): CurrentPassphrase {
  const { t } = useTranslation();
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  return {
    body: value === '' ? {} : { current_passphrase: value },
    clearError: () => setError(undefined),
    isRefusal(caught) {
      const isRefused = caught instanceof VaultApiError && caught.code === 'credential_rejected';
      if (isRefused) setError(t('settings.wrongCurrent'));
      return isRefused;
    },
    field: (
      <PassphraseField
        label={t('settings.currentPassphrase')}
        value={value}
        onChange={setValue}
        error={error}
        refusable
        size="m"
      />
    ),
  };
}
