/**
 * The usual way to unlock: a person and a passphrase. The choice of person appears only when the vault has more
 * than one.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VaultState } from '#contract/access/vault.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Link } from '#renderer/components/controls/Link.tsx';
import { Select } from '#renderer/components/controls/Select.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { PassphraseField } from '#renderer/components/passphrase/PassphraseField.tsx';
import { enterVault } from '#renderer/state/session/session-store.ts';
import { DeviceUnlockButton } from './DeviceUnlockButton.tsx';
import { ThrottleNotice } from './ThrottleNotice.tsx';
import { type UnlockWay, useUnlockAttempt } from './use-unlock-attempt.ts';

interface PassphraseFormProps {
  readonly persons: VaultState['persons'];
  readonly preferredId: string | undefined;
  readonly onWay: (way: UnlockWay) => void;
}

export function PassphraseForm({ persons, preferredId, onWay }: PassphraseFormProps) {
  const { t } = useTranslation();
  const [passphrase, setPassphrase] = useState('');
  const [chosenId, setChosenId] = useState(preferredId);
  const attempt = useUnlockAttempt();
  const field = useRef<HTMLInputElement>(null);
  const person = persons.find(({ principal_id }) => principal_id === chosenId) ?? persons[0];
  useEffect(() => field.current?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (attempt.busy || attempt.waitSeconds > 0) return;
    if (passphrase === '') {
      attempt.setFieldError(t('gate.emptyPassphrase'));
      field.current?.focus();
      return;
    }
    const principal = persons.length > 1 && person ? { principal_id: person.principal_id } : {};
    const opened = await attempt.run({ passphrase, ...principal }, (words) => words('gate.wrongPassphrase'));
    if (opened) await enterVault();
    // Select the field only if it was not changed since, so that newer input is kept.
    else if (field.current?.value === passphrase) field.current.select();
  };

  return (
    <form className="gate-fields" onSubmit={submit} noValidate>
      {persons.length > 1 && person ? (
        <Select
          label={t('gate.person')}
          value={person.principal_id}
          choices={persons.map(({ principal_id, display_name }) => ({
            value: principal_id,
            label: display_name,
          }))}
          onChange={setChosenId}
        />
      ) : null}
      <PassphraseField
        label={t('gate.passphrase')}
        value={passphrase}
        onChange={setPassphrase}
        error={attempt.fieldError}
        refusable
        ref={field}
      />
      <ThrottleNotice seconds={attempt.waitSeconds} />
      {attempt.error === undefined ? null : <ErrorNotice error={attempt.error} />}
      <div className="gate-acts">
        <Button kind="primary" size="l" type="submit" hint="Enter" unavailable={attempt.waitSeconds > 0}>
          {attempt.busy ? t('gate.unlocking') : t('gate.unlock')}
        </Button>
        <DeviceUnlockButton attempt={attempt} />
        <Button kind="quiet" size="l" onPress={() => onWay('recovery_key')}>
          {t('gate.useRecoveryKey')}
        </Button>
      </div>
      <p>
        <button type="button" className="link" onClick={() => onWay('invite')}>
          {t('gate.useInvite')}
        </button>
      </p>
      <p>
        <Link className="link" to={['verify']}>
          {t('gate.verifyReport')}
        </Link>
      </p>
    </form>
  );
}
