/**
 * Which failures are tried again, and when. A 429 was refused before anything happened, and a connection
 * that never opened carried nothing: both may always be repeated. After a 502 or a broken connection nobody
 * knows, so only requests whose repetition changes nothing are sent again. 409 and 500 never are.
 * Source: choices, "Error codes" (429); design of libraries, "SDK and CLI".
 */
import { APIConnectionError, APIUserAbortError, VaultApiError } from '#sdk/errors.ts';

export interface RetryPolicy {
  /** Attempts after the first. */
  readonly maxRetries: number;
  /** Upper edge of the first pause, doubled each time, in ms. */
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = { maxRetries: 3, baseDelayMs: 250, maxDelayMs: 8_000 };

/** Longest `Retry-After` that is waited out; a longer one is the caller's to decide. */
const RETRY_AFTER_MAX_SECONDS = 30;

/** Whether a request that failed so may be sent again. `repeatable`: sending it twice changes nothing more. */
export function mayRetry(error: unknown, repeatable: boolean): boolean {
  if (error instanceof APIConnectionError) return !error.permanent && (error.unsent || repeatable);
  if (!(error instanceof VaultApiError)) return false;
  if (error.status === 429) return (error.retry_after ?? 0) <= RETRY_AFTER_MAX_SECONDS;
  return error.status === 502 && repeatable;
}

/** Pause before attempt `attempt` (1 = first repetition), in ms: full jitter, never less than `Retry-After`. */
export function retryDelayMs(error: unknown, attempt: number, policy: RetryPolicy): number {
  const ceiling = Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** (attempt - 1));
  // Jitter only spreads callers in time; nothing secret depends on it.
  const jitter = Math.random() * ceiling;
  const asked = error instanceof VaultApiError ? (error.retry_after ?? 0) * 1000 : 0;
  return asked + jitter;
}

/** @throws APIUserAbortError as soon as the signal fires. */
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
