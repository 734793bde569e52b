/**
 * State of a form from the first try to the response. Sends one idempotency key per body, so that a retry after a
 * lost response creates nothing twice.
 */
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { SENT } from '#renderer/components/dialogs/typed-input.ts';
import { createSubmission } from './submission.ts';

export interface SubmitOptions {
  readonly idempotencyKey: string;
}

interface Submitting<Body> {
  /** What the fields say now; undefined while something is missing, which then is marked and focused. */
  readonly body: Body | undefined;
  /** What only a closer look tells; it marks its fields itself. */
  readonly check?: () => Promise<boolean>;
  readonly send: (body: Body, options: SubmitOptions) => Promise<void>;
  /** True for an error the form shows beside a field. */
  readonly onError?: (error: unknown) => boolean;
}

export interface Submit {
  /** From the first try on, fields show what is missing. */
  readonly tried: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly onSubmit: (event?: FormEvent) => Promise<void>;
}

/** The submit of one form: however fast it is pressed twice, its body is sent once. */
export function useSubmit<Body>({ body, check, send, onError }: Submitting<Body>): Submit {
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [submission] = useState(createSubmission);
  const form = useRef<HTMLFormElement>(null);
  // After React has marked the fields.
  const focusMissing = () =>
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());

  const onSubmit = async (event?: FormEvent) => {
    event?.preventDefault();
    setTried(true);
    if (body === undefined) {
      await check?.();
      focusMissing();
      return;
    }
    const idempotencyKey = submission.begin(body);
    if (idempotencyKey === undefined) return;
    setBusy(true);
    setError(undefined);
    let outcome: 'succeeded' | 'failed' = 'failed';
    try {
      if (check && !(await check())) focusMissing();
      else {
        await send(body, { idempotencyKey });
        outcome = 'succeeded';
        // What it says is in the vault now: nothing is lost when it goes.
        form.current?.setAttribute(SENT, '');
      }
    } catch (caught) {
      if (!onError?.(caught)) setError(caught);
    } finally {
      submission.end(outcome);
      setBusy(false);
    }
  };
  return { tried, busy, error, form, onSubmit };
}
