/** A time-out and the caller's abort as one signal, which tells afterwards whose it was. */
import { APIConnectionTimeoutError, APIUserAbortError } from '#sdk/errors.ts';

export interface Deadline {
  readonly signal: AbortSignal;
  /** Starts the time anew: a transfer that moves is not late. */
  readonly extend: () => void;
  readonly stop: () => void;
  /** The error to throw for what a transport threw: the deadline's own where it fired, else the given one. */
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
