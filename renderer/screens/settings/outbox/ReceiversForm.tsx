/**
 * The HL7 receivers of the vault, one address a line. Warns when a receiver on another computer is reached without
 * TLS.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatReceivers, isUnencrypted, parseReceivers } from '#contract/exchange/receivers.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { TypedRegion } from '#renderer/components/forms/TypedRegion.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { OnlineOnlyFields } from '#renderer/components/travelling-copy/OnlineOnlyFields.tsx';
import { useWorkspaceSettings } from '#renderer/screens/settings/use-workspace-settings.ts';
import { ReceiverCa } from './ReceiverCa.tsx';
import { addressLines, withAuthorities } from './receiver-lines.ts';

/** Edits all receivers as text, one address per line, with each receiver's authority. Administrators only. */
export function ReceiversForm() {
  const { t } = useTranslation();
  const { settings, error, canChange, saved, patch } = useWorkspaceSettings();
  const [typed, setTyped] = useState<string>();
  /** Authorities by receiver name, chosen or removed since the last save. */
  const [authorities, setAuthorities] = useState<ReadonlyMap<string, string | null>>(new Map());
  if (settings === undefined) return error === undefined ? null : <ErrorNotice error={error} />;
  const kept = parseReceivers(settings.hl7_receivers) ?? [];
  const text = typed ?? addressLines(kept);
  const receivers = withAuthorities(text, kept, authorities);
  const leaves = receivers?.some(isUnencrypted) ?? false;
  const isChanged = receivers !== undefined && formatReceivers(receivers) !== formatReceivers(kept);
  const save = async () => {
    if (receivers === undefined) return;
    await patch({ hl7_receivers: formatReceivers(receivers) });
    setTyped(undefined);
    setAuthorities(new Map());
  };
  return (
    <OnlineOnlyFields
      className="set-fields"
      disabled={!canChange}
      note={canChange ? (saved ? t('settings.saved') : '') : t('settings.adminsOnly')}
    >
      <TypedRegion
        key={settings.hl7_receivers}
        className="receivers"
        keptAs="receivers"
        hasInput={isChanged && authorities.size > 0}
        onThrownAway={() => {
          setTyped(undefined);
          setAuthorities(new Map());
        }}
      >
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
        {receivers?.map(({ name, tls }) =>
          tls === null ? null : (
            <ReceiverCa
              key={name}
              name={name}
              ca={tls.ca}
              canChange={canChange}
              onChange={(ca) => setAuthorities(new Map(authorities).set(name, ca))}
            />
          ),
        )}
        {leaves ? <p className="note">{t('outbox.inClear')}</p> : null}
        {error === undefined ? null : <ErrorNotice error={error} />}
      </TypedRegion>
      {canChange ? (
        <Button onPress={save} unavailable={!isChanged}>
          {t('outbox.saveReceivers')}
        </Button>
      ) : null}
    </OnlineOnlyFields>
  );
}
