import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { PassphraseField } from '#renderer/components/passphrase/PassphraseField.tsx';
import { syncNow } from '#renderer/state/vault/travelling-copy.ts';

/**
 * Asks for the passphrase when the home vault is reachable but needs a session. It serves this sync and later
 * ones.
 */
export function ClinicPassphrase() {
  const { t } = useTranslation();
  const [passphrase, setPassphrase] = useState('');
  const [wrong, setWrong] = useState(false);
  const { busy, error, form, onSubmit } = useSubmit({
    // The secret stays in its field and is not part of the form's state.
    body: {},
    send: async () => {
      setWrong(false);
      const status = await syncNow(passphrase);
      setWrong(status?.clinic.standing === 'passphrase');
    },
  });
  return (
    <>
      <h2 className="sub">{t('travel.passphraseTitle')}</h2>
      <p className="set-lead">{t('travel.passphraseText')}</p>
      <form className="set-fields" ref={form} onSubmit={onSubmit} aria-busy={busy} noValidate>
        <PassphraseField
          label={t('travel.passphraseTitle')}
          value={passphrase}
          onChange={setPassphrase}
          error={wrong ? t('travel.passphraseWrong') : undefined}
          refusable
          size="m"
        />
        {error === undefined ? null : <ErrorNotice error={error} />}
        <Button type="submit" unavailable={busy || passphrase === ''}>
          {t('travel.exchangeNow')}
        </Button>
      </form>
    </>
  );
}
