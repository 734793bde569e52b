/** First unlock of an invited person. A code typed while joining a vault on another computer is already filled in. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import {
  NewPassphraseFields,
  useNewPassphrase,
} from '#renderer/components/passphrase/NewPassphraseFields.tsx';
import { ThrottleNotice } from '#renderer/screens/unlock/ThrottleNotice.tsx';
import { type UnlockWay, useUnlockAttempt } from '#renderer/screens/unlock/use-unlock-attempt.ts';
import { enterVault } from '#renderer/state/session/session-store.ts';
import { keepInviteCode, useVaultLocation } from '#renderer/state/vault/vault-location.ts';

interface InviteFormProps {
  readonly onWay: (way: UnlockWay) => void;
  readonly onRecoveryKey: (recoveryKey: string) => void;
}

/** Accepts an invite: the code, and the new person's passphrase. */
export function InviteForm({ onWay, onRecoveryKey }: InviteFormProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState(useVaultLocation.getState().inviteCode);
  const attempt = useUnlockAttempt();
  const fresh = useNewPassphrase();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const codeGiven = code.trim() !== '';
    if (!codeGiven) attempt.setFieldError(t('gate.emptyInvite'));
    if (!(await fresh.check()) || !codeGiven || attempt.busy) return;
    const body = { invite_code: code.trim(), new_passphrase: fresh.passphrase };
    const opened = await attempt.run(body, (words) => words('gate.wrongInvite'));
    if (!opened) return;
    keepInviteCode('');
    if (opened.recovery_key) onRecoveryKey(opened.recovery_key);
    else await enterVault();
  };

  return (
    <form className="gate-fields wide" onSubmit={submit} noValidate>
      <p className="mid">{t('gate.inviteLead')}</p>
      <TextField
        label={t('gate.inviteCode')}
        value={code}
        onChange={setCode}
        error={attempt.fieldError}
        refusable
        size="l"
        mono
        ref={field}
      />
      <NewPassphraseFields state={fresh} label={t('gate.passphrase')} />
      <ThrottleNotice seconds={attempt.waitSeconds} />
      {attempt.error === undefined ? null : <ErrorNotice error={attempt.error} />}
      <div className="gate-acts">
        <Button kind="primary" size="l" type="submit" unavailable={attempt.waitSeconds > 0}>
          {attempt.busy ? t('gate.creating') : t('gate.acceptInvite')}
        </Button>
        <Button kind="quiet" size="l" onPress={() => onWay('passphrase')}>
          {t('gate.usePassphrase')}
        </Button>
      </div>
    </form>
  );
}
