/**
 * State shared by all ways to unlock: errors, one try at a time, and the delay the server imposes after failed
 * tries.
 */
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionOpenBody } from '#contract/access/session.ts';
import { openSession } from '#renderer/state/session/session-store.ts';
import { VaultApiError } from '#sdk/errors.ts';

/** Secret used to unlock. */
export type UnlockWay = 'passphrase' | 'recovery_key' | 'invite';

interface Attempt {
  readonly busy: boolean;
  /** Error shown beside the field. */
  readonly fieldError: string | undefined;
  /** Error that is not about the secret itself. */
  readonly error: unknown;
  /** Seconds until the next try is allowed. */
  readonly waitSeconds: number;
  readonly setFieldError: (message: string | undefined) => void;
  /**
   * Opens a session. `rejected` returns the message for a rejected secret. Undefined if no session was
   * opened.
   */
  readonly run: (body: SessionOpenBody, rejected: (t: TFunction) => string) => Promise<Opened | undefined>;
}

interface Opened {
  readonly recovery_key?: string | undefined;
}

/** React hook for one try to unlock: running, rejected, delayed or failed. */
export function useUnlockAttempt(): Attempt {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const [fieldError, setFieldError] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [waitSeconds, setWaitSeconds] = useState(0);

  useEffect(() => {
    if (waitSeconds <= 0) return undefined;
    const timer = setTimeout(() => setWaitSeconds(waitSeconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [waitSeconds]);

  const run: Attempt['run'] = async (body, rejected) => {
    // Checked before React renders, so that pressing Enter twice opens one session.
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    setError(undefined);
    setFieldError(undefined);
    try {
      return await openSession(body);
    } catch (caught) {
      if (caught instanceof VaultApiError && caught.code === 'credential_rejected')
        setFieldError(rejected(t));
      else if (caught instanceof VaultApiError && caught.code === 'invalid_request')
        setFieldError(caught.message);
      else if (caught instanceof VaultApiError && caught.code === 'rate_limited') {
        setWaitSeconds(Math.ceil(caught.retry_after ?? 1));
      } else setError(caught);
      return undefined;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, fieldError, error, waitSeconds, setFieldError, run };
}
