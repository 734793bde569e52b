import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';

/** A stated reason: one of the usual ones or any other; nothing is done without one. */
export function DoneForReason({ onDone }: { readonly onDone: (reason: string) => void }) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (reason.trim() !== '') onDone(reason.trim());
  };
  const missing = tried && reason.trim() === '';
  return (
    <form onSubmit={submit}>
      <h3 className="sec">
        <label htmlFor={id}>{t('tracked.orReason')}</label>
      </h3>
      <div className={missing ? 'fld bad' : 'fld'}>
        <div className="inp">
          <input
            id={id}
            value={reason}
            placeholder={t('tracked.reasonExample')}
            list={`${id}-list`}
            autoComplete="off"
            aria-invalid={missing || undefined}
            aria-describedby={missing ? `${id}-error` : undefined}
            onChange={(event) => setReason(event.target.value)}
          />
          <datalist id={`${id}-list`}>
            {(['declined', 'elsewhere', 'died', 'moot'] as const).map((key) => (
              <option key={key} value={t(`tracked.reasons.${key}`)} />
            ))}
          </datalist>
        </div>
        {missing ? (
          <p className="note" id={`${id}-error`} role="alert">
            {t('tracked.reasonMissing')}
          </p>
        ) : null}
      </div>
      <div className="acts2">
        <Button type="submit">{t('tracked.doneReason')}</Button>
      </div>
    </form>
  );
}
