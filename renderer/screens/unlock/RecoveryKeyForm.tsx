import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recoveryBodyOf } from '#contract/access/recovery-text.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { enterVault } from '#renderer/state/session/session-store.ts';
import { ThrottleNotice } from './ThrottleNotice.tsx';
import { type UnlockWay, useUnlockAttempt } from './use-unlock-attempt.ts';

/** Form that unlocks by recovery key. Settings then allow a new passphrase without the old one. */
export function RecoveryKeyForm({ onWay }: { readonly onWay: (way: UnlockWay) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const attempt = useUnlockAttempt();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (attempt.busy || attempt.waitSeconds > 0) return;
    if (text.trim() === '') {
      attempt.setFieldError(t('gate.emptyRecoveryKey'));
      return;
    }
    const opened = await attempt.run(recoveryBodyOf(text), (words) => words('gate.wrongRecoveryKey'));
    if (opened) await enterVault();
    // Select the field only if it was not changed since, so that newer input is kept.
    else if (field.current?.value === text) field.current.select();
  };

  return (
    <form className="gate-fields wide" onSubmit={submit} noValidate>
      <TextField
        label={t('gate.recoveryKey')}
        help={t('gate.recoveryKeyHelp')}
        value={text}
        onChange={setText}
        error={attempt.fieldError}
        refusable
        size="l"
        mono
        ref={field}
      />
      <ThrottleNotice seconds={attempt.waitSeconds} />
      {attempt.error === undefined ? null : <ErrorNotice error={attempt.error} />}
      <div className="gate-acts">
        <Button kind="primary" size="l" type="submit" hint="Enter" unavailable={attempt.waitSeconds > 0}>
          {attempt.busy ? t('gate.unlocking') : t('gate.unlock')}
        </Button>
        <Button kind="quiet" size="l" onPress={() => onWay('passphrase')}>
          {t('gate.usePassphrase')}
        </Button>
      </div>
    </form>
  );
}
