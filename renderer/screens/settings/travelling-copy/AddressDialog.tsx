import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#renderer/components/forms/FormDialog.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { changeAddresses } from '#renderer/state/vault/travelling-copy.ts';
import { VaultApiError } from '#sdk/errors.ts';

interface AddressDialogProps {
  readonly addresses: readonly string[];
  readonly onClose: () => void;
}

/**
 * Dialog for the home vault's addresses. Entering one does not establish trust: the vault still verifies
 * itself.
 */
export function AddressDialog({ addresses, onClose }: AddressDialogProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(addresses.map((address) => address.replace(/^https:\/\//, '')).join('\n'));
  const [isNone, setIsNone] = useState(false);
  const lines = text.split(/\s+/).filter((line) => line !== '');
  const submit = useSubmit({
    body: lines.length === 0 ? undefined : lines,
    send: async (body) => {
      setIsNone(false);
      await changeAddresses(body);
      onClose();
    },
    onError(error) {
      const isOfAddress = error instanceof VaultApiError && error.code === 'invalid_request';
      setIsNone(isOfAddress);
      return isOfAddress;
    },
  });
  return (
    <FormDialog title={t('travel.place.title')} act={t('common.save')} submit={submit} onClose={onClose}>
      <label className="fld">
        <span className="lab">{t('travel.place.label')}</span>
        <textarea
          className="inp mono"
          rows={4}
          value={text}
          spellCheck={false}
          data-autofocus
          aria-invalid={isNone || (submit.tried && lines.length === 0) || undefined}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      {isNone || (submit.tried && lines.length === 0) ? (
        <p className="state s-error" role="alert">
          {t('place.noAddress')}
        </p>
      ) : null}
      <p className="note">{t('travel.place.lead')}</p>
    </FormDialog>
  );
}
