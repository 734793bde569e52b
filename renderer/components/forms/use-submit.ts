/**
 * State of a form from the first try to the response. Sends one idempotency key per body, so that a retry after a
 * lost response creates nothing twice.
 */
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { SENT } from '#renderer/components/dialogs/typed-input.ts';
import { createSubmission } from './submit-once.ts';

export interface SubmitOptions {
  readonly idempotencyKey: string;
}

interface Submitting<Body> {
  /** Body of the request; undefined while an entry is missing, which is then marked and focused. */
  readonly body: Body | undefined;
  /** Asynchronous validation, which marks its fields itself. */
  readonly check?: () => Promise<boolean>;
  readonly send: (body: Body, options: SubmitOptions) => Promise<void>;
  /** Returns true for an error shown beside a field. */
  readonly onError?: (error: unknown) => boolean;
}

export interface Submit {
  /** True after the first try; fields then mark missing entries. */
  readonly tried: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly onSubmit: (event?: FormEvent) => Promise<void>;
}

/** React hook that submits a form. Pressing twice sends the body once. */
export function useSubmit<Body>({ body, check, send, onError }: Submitting<Body>): Submit {
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [submission] = useState(createSubmission);
  const form = useRef<HTMLFormElement>(null);
  // Runs after React has marked the fields.
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
        // Mark the form as saved, so that closing it does not ask.
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
