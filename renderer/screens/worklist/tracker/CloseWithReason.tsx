/**
 * Form that closes a follow-up without an exam. The reason is stored in the exam's record; a lock keeps what is
 * typed.
 */
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { ThrowAway } from '#renderer/components/dialogs/Dialog.tsx';
import { useTypedForm } from '#renderer/components/dialogs/use-typed-form.ts';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';

interface DoneForReasonProps {
  /** Key of the closed item. */
  readonly itemKey: string;
  /** Saves the reason; rejects if saving fails. */
  readonly onDone: (reason: string) => Promise<void>;
}

/** Offers usual reasons and free text; a reason is required. */
export function CloseWithReason({ itemKey, onDone }: DoneForReasonProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const id = useId();
  const { tried, error, busy, form, onSubmit } = useSubmit({
    body: reason.trim() || undefined,
    send: onDone,
  });
  const box = useRef<HTMLDivElement>(null);
  const typed = useTypedForm(box, { onClose: () => setReason(''), keptAs: `done/${itemKey}` });
  const missing = tried && reason.trim() === '';
  return (
    <div ref={box}>
      <form ref={form} onSubmit={onSubmit} aria-busy={busy}>
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
        {error === undefined ? null : <ErrorNotice error={error} />}
        <div className="acts2">
          <Button type="submit">{t('tracked.doneReason')}</Button>
        </div>
      </form>
      <ThrowAway form={typed} />
    </div>
  );
}
