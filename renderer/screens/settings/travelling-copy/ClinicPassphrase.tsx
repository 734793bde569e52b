import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { PassphraseField } from '#renderer/components/passphrase/PassphraseField.tsx';
import { syncNow } from '#renderer/state/vault/travelling-copy.ts';

/** Where the clinic answers and wants to know who it is: the passphrase, for this exchange and the next ones. */
export function ClinicPassphrase() {
  const { t } = useTranslation();
  const [passphrase, setPassphrase] = useState('');
  const [wrong, setWrong] = useState(false);
  const { busy, error, form, onSubmit } = useSubmit({
    // What is secret stays in its field alone.
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
