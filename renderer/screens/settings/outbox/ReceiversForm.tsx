import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatReceivers, leavesInClear, parseReceivers } from '#contract/exchange/receivers.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useWorkspaceSettings } from '#renderer/screens/settings/use-workspace-settings.ts';
import { ReceiverCa } from './ReceiverCa.tsx';

/** The receivers as one text, a line each; administrators change them. */
export function ReceiversForm() {
  const { t } = useTranslation();
  const { settings, error, canChange, saved, patch } = useWorkspaceSettings();
  const [typed, setTyped] = useState<string>();
  if (settings === undefined) return error === undefined ? null : <ErrorNotice error={error} />;
  const kept = (settings.hl7_receivers ?? '').split(/[\s,]+/).join('\n');
  const text = typed ?? kept;
  const receivers = parseReceivers(text);
  const leaves = receivers?.some(leavesInClear) ?? false;
  const save = async () => {
    if (receivers === undefined) return;
    const wanted = text.split(/[\s,]+/).filter((line) => line !== '');
    await patch({ hl7_receivers: wanted.length === 0 ? null : wanted.join(' ') });
    setTyped(undefined);
  };
  return (
    <fieldset className="set-fields" disabled={!canChange}>
      <TextField
        label={t('outbox.receivers')}
        help={t('outbox.receiversHelp')}
        value={text}
        onChange={setTyped}
        error={receivers === undefined ? t('outbox.receiversBad') : undefined}
        placeholder="ris=ris.clinic.example:2575"
        readOnly={!canChange}
        multiline
        mono
      />
      {receivers?.map((receiver) =>
        receiver.tls === null ? null : (
          <ReceiverCa
            key={receiver.name}
            name={receiver.name}
            ca={receiver.tls.ca}
            canChange={canChange}
            onChange={(ca) =>
              setTyped(
                (
                  formatReceivers(
                    receivers.map((other) => (other === receiver ? { ...other, tls: { ca } } : other)),
                  ) ?? ''
                ).replaceAll(' ', '\n'),
              )
            }
          />
        ),
      )}
      {leaves ? <p className="note">{t('outbox.inClear')}</p> : null}
      {error === undefined ? null : <ErrorNotice error={error} />}
      {canChange ? (
        <Button onPress={save} unavailable={receivers === undefined || typed === undefined || typed === kept}>
          {t('outbox.saveReceivers')}
        </Button>
      ) : null}
      <p className="note" role="status">
        {canChange ? (saved ? t('settings.saved') : '') : t('settings.adminsOnly')}
      </p>
    </fieldset>
  );
}
