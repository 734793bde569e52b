/** Combines a time-out and the caller's abort in one signal, and reports afterwards which one ended the request. */
import { APIConnectionTimeoutError, APIUserAbortError } from '#sdk/errors.ts';

export interface Deadline {
  readonly signal: AbortSignal;
  /** Restarts the time, because a transfer that makes progress is not late. */
  readonly extend: () => void;
  readonly stop: () => void;
  /** Returns the error to throw: the deadline's own if it ended the request, else the given one. */
  readonly explain: (error: unknown) => unknown;
}

export function startDeadline(timeoutMs: number, userSignal: AbortSignal | undefined): Deadline {
  const late = new AbortController();
  const arm = () => setTimeout(() => late.abort(), timeoutMs);
  let timer = arm();
  return {
    signal: userSignal === undefined ? late.signal : AbortSignal.any([userSignal, late.signal]),
    extend: () => {
      clearTimeout(timer);
      timer = arm();
    },
    stop: () => clearTimeout(timer),
    explain: (error) => {
      if (userSignal?.aborted) return new APIUserAbortError();
      if (!late.signal.aborted) return error;
      return new APIConnectionTimeoutError(`The vault did not answer within ${timeoutMs} ms.`, {
        cause: error,
      });
    },
  };
}
