import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { certificateFromPem } from '#contract/exchange/receivers.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { useFilePicker } from '#renderer/components/files/use-file-picker.tsx';

interface ReceiverCaProps {
  readonly name: string;
  /** DER, base64url; null: those of the system. */
  readonly ca: string | null;
  readonly canChange: boolean;
  readonly onChange: (ca: string | null) => void;
}

/** Where the certificate of a system reached by TLS has to come from: the authorities of the computer, or one of its own. */
export function ReceiverCa({ name, ca, canChange, onChange }: ReceiverCaProps) {
  const { t } = useTranslation();
  const [isBad, setBad] = useState(false);
  const picker = useFilePicker(async ([file]) => {
    const chosen = certificateFromPem((await file?.text()) ?? '');
    setBad(chosen === undefined);
    if (chosen !== undefined) onChange(chosen);
  });
  return (
    <div className="receiver-ca">
      <p className="note">
        {ca === null
          ? t('outbox.caOfSystem', { receiver: name })
          : t('outbox.caOfItsOwn', { receiver: name })}
      </p>
      {isBad ? <p className="note error">{t('outbox.caBad')}</p> : null}
      {picker.input}
      {canChange ? <Button onPress={picker.open}>{t('outbox.caChoose', { receiver: name })}</Button> : null}
      {canChange && ca !== null ? (
        <Button onPress={() => onChange(null)}>{t('outbox.caNone', { receiver: name })}</Button>
      ) : null}
    </div>
  );
}
