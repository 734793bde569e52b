import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useCurrentPassphrase } from '#renderer/components/passphrase/use-current-passphrase.tsx';
import { enableDeviceUnlock } from '#renderer/state/vault/device-unlock.ts';

/** Asks for the passphrase before this computer may unlock without it. */
export function AllowThisComputer({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const current = useCurrentPassphrase();
  const { error, form, onSubmit } = useSubmit({
    // The secret stays in its field and is not part of the form's state.
    body: {},
    check: async () => {
      current.clearError();
      return true;
    },
    send: async () => {
      await enableDeviceUnlock(current.body);
      onClose();
    },
    onError: current.isRefusal,
  });
  return (
    <form className="set-fields" ref={form} onSubmit={onSubmit} noValidate>
      {current.field}
      {error === undefined ? null : <ErrorNotice error={error} />}
      <div className="gate-acts">
        <Button kind="primary" type="submit">
          {t('desktop.unlock')}
        </Button>
        <Button kind="quiet" onPress={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
