/**
 * The passphrase change in the security settings. Passphrases stay in their fields: neither the form's state nor
 * its idempotency key includes them.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import {
  NewPassphraseFields,
  useNewPassphrase,
} from '#renderer/components/passphrase/NewPassphraseFields.tsx';
import { useCurrentPassphrase } from '#renderer/components/passphrase/use-current-passphrase.tsx';
import { OnlineOnlyButton } from '#renderer/components/travelling-copy/OnlineOnlyButton.tsx';
import { showToast } from '#renderer/state/toast-store.ts';

/** Form for a new passphrase. After unlocking by recovery key the current one may stay empty. */
export function PassphraseChange() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (!open) {
    return (
      <>
        <h2 className="sub">{t('gate.passphrase')}</h2>
        <div className="set-fields">
          <OnlineOnlyButton icon="lock" onPress={() => setOpen(true)}>
            {t('settings.changePassphrase')}
          </OnlineOnlyButton>
        </div>
      </>
    );
  }
  return <PassphraseChangeForm onClose={() => setOpen(false)} />;
}

function PassphraseChangeForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const current = useCurrentPassphrase();
  const fresh = useNewPassphrase();
  const { error, form, onSubmit } = useSubmit({
    // Secrets stay in their fields and are not part of the form's state.
    body: {},
    check: () => {
      current.clearError();
      return fresh.check();
    },
    send: async () => {
      await vault().session.setPassphrase({
        passphrase: fresh.passphrase,
        ...current.body,
      });
      showToast({ icon: 'check', text: t('settings.passphraseChanged') });
      onClose();
    },
    onError: current.isRefusal,
  });
  return (
    <>
      <h2 className="sub">{t('settings.changePassphrase')}</h2>
      <form className="set-fields" ref={form} onSubmit={onSubmit} noValidate>
        {current.field}
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
