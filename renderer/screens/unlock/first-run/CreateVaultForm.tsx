/**
 * First step of the first run: names and passphrase of a new vault. The recovery key in the response is shown by
 * the next step, once.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import {
  NewPassphraseFields,
  useNewPassphrase,
} from '#renderer/components/passphrase/NewPassphraseFields.tsx';
import { UnlockFrame } from '#renderer/screens/unlock/UnlockFrame.tsx';
import { createVault } from '#renderer/state/session/session-store.ts';
import { FirstRunSteps } from './FirstRunSteps.tsx';

interface CreateVaultFormProps {
  /** Choice of the vault's location, if there is one. */
  readonly picker: ReactNode;
  readonly onCreated: (created: { recoveryKey: string; workspaceId: string; name: string }) => void;
}

export function CreateVaultForm({ picker, onCreated }: CreateVaultFormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [yourName, setYourName] = useState('');
  const fresh = useNewPassphrase();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  const isMissing = name.trim() === '' || yourName.trim() === '';
  const { tried, busy, error, form, onSubmit } = useSubmit({
    body: isMissing ? undefined : { name: name.trim(), owner: { display_name: yourName.trim() } },
    check: fresh.check,
    send: async (body) => {
      const created = await createVault({ ...body, passphrase: fresh.passphrase });
      onCreated({ recoveryKey: created.recovery_key, workspaceId: created.workspace_id, name: body.name });
    },
  });

  return (
    <UnlockFrame
      label={t('gate.createLabel')}
      foot={t('gate.createFoot')}
      caption={t('gate.createCaption')}
      workspaceId={undefined}
      ring="state-draft"
    >
      <FirstRunSteps step={1} />
      <h1>{t('gate.createTitle')}</h1>
      <p className="gate-lead">{t('gate.createLead')}</p>
      {picker}
      <form className="gate-fields wide" onSubmit={onSubmit} noValidate ref={form}>
        <TextField
          label={t('gate.workspaceName')}
          value={name}
          onChange={setName}
          error={tried && name.trim() === '' ? t('gate.missingWorkspaceName') : undefined}
          size="l"
          ref={first}
        />
        <TextField
          label={t('gate.yourName')}
          help={t('gate.yourNameHelp')}
          value={yourName}
          onChange={setYourName}
          error={tried && yourName.trim() === '' ? t('gate.missingYourName') : undefined}
          size="l"
          autoComplete="name"
        />
        <NewPassphraseFields state={fresh} label={t('gate.passphrase')} />
        {error === undefined ? null : <ErrorNotice error={error} />}
        <div className="gate-acts">
          <Button kind="primary" size="l" type="submit">
            {busy ? t('gate.creating') : t('gate.createVault')}
          </Button>
        </div>
      </form>
    </UnlockFrame>
  );
}
