/**
 * Decides which failures are retried, and when. A 429 or a connection that never opened had no effect, so both are
 * always retried. After a 502 or a broken connection the effect is unknown, so only idempotent requests are retried.
 * 409 and 500 never are.
 * Source: choices, "Error codes" (429); design of libraries, "SDK and CLI".
 */
import { APIConnectionError, APIUserAbortError, VaultApiError } from '#sdk/errors.ts';

export interface RetryPolicy {
  /** Number of retries after the first attempt. */
  readonly maxRetries: number;
  /** Upper limit of the first pause in ms, doubled each time. */
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = { maxRetries: 3, baseDelayMs: 250, maxDelayMs: 8_000 };

/** Longest `Retry-After` to wait for; a longer one is left to the caller. */
const RETRY_AFTER_MAX_SECONDS = 30;

/** Returns true if the failed request may be sent again. `repeatable`: sending it twice has no further effect. */
export function mayRetry(error: unknown, repeatable: boolean): boolean {
  if (error instanceof APIConnectionError) return !error.permanent && (error.unsent || repeatable);
  if (!(error instanceof VaultApiError)) return false;
  if (error.status === 429) return (error.retry_after ?? 0) <= RETRY_AFTER_MAX_SECONDS;
  return error.status === 502 && repeatable;
}

/** Returns the pause before retry `attempt` (from 1), in ms: full jitter, at least `Retry-After`. */
export function retryDelayMs(error: unknown, attempt: number, policy: RetryPolicy): number {
  const ceiling = Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** (attempt - 1));
  // Jitter only spreads clients over time, so it need not be secret.
  const jitter = Math.random() * ceiling;
  const asked = error instanceof VaultApiError ? (error.retry_after ?? 0) * 1000 : 0;
  return asked + jitter;
}

/** Waits before a retry. @throws APIUserAbortError as soon as the signal is triggered. */
export function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new APIUserAbortError());
    const onAbort = () => {
      clearTimeout(timer);
      reject(new APIUserAbortError());
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, delayMs);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
