import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { PassphraseField } from '#renderer/components/controls/PassphraseField.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import {
  NewPassphraseFields,
  useNewPassphrase,
} from '#renderer/screens/gate/passphrase/NewPassphraseFields.tsx';
import { showToast } from '#renderer/state/toast-store.ts';
import { VaultApiError } from '#sdk/errors.ts';

/** A new passphrase for the signed-in person. After unlocking by recovery key the current one may stay empty. */
export function PassphraseChange() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (!open) {
    return (
      <>
        <h2 className="sub">{t('settings.changePassphrase')}</h2>
        <div className="set-fields">
          <Button icon="lock" onPress={() => setOpen(true)}>
            {t('settings.changePassphrase')}
          </Button>
        </div>
      </>
    );
  }
  return <PassphraseChangeForm onClose={() => setOpen(false)} />;
}

function PassphraseChangeForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [current, setCurrent] = useState('');
  const [currentError, setCurrentError] = useState<string>();
  const [error, setError] = useState<unknown>();
  const fresh = useNewPassphrase();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    setCurrentError(undefined);
    if (!(await fresh.check())) return;
    try {
      await vault().session.setPassphrase({
        passphrase: fresh.passphrase,
        ...(current === '' ? {} : { current_passphrase: current }),
      });
      showToast({ icon: 'check', text: t('settings.passphraseChanged') });
      onClose();
    } catch (caught) {
      if (caught instanceof VaultApiError && caught.code === 'credential_rejected') {
        setCurrentError(t('settings.wrongCurrent'));
      } else setError(caught);
    }
  };
  return (
    <>
      <h2 className="sub">{t('settings.changePassphrase')}</h2>
      <form className="set-fields" onSubmit={submit} noValidate>
        <PassphraseField
          label={t('settings.currentPassphrase')}
          value={current}
          onChange={setCurrent}
          error={currentError}
          size="m"
        />
        <NewPassphraseFields state={fresh} label={t('settings.newPassphrase')} />
        {error === undefined ? null : <ErrorNotice error={error} />}
        <div className="gate-acts">
          <Button kind="primary" type="submit">
            {t('settings.changePassphrase')}
          </Button>
          <Button kind="quiet" onPress={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </form>
    </>
  );
}
