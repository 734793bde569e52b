/**
 * Holds the bearer of the client's session, in memory only. With a credential token the session is opened
 * when the first request needs it, and once more when the vault says it expired or was locked; a session
 * opened by a person's secret is never re-opened by itself, and neither is one the caller locked.
 */
import { AuthenticationError } from '#sdk/errors.ts';

export interface SessionManager {
  /** The bearer to send; opens the session where a credential token allows. Undefined: there is none. */
  readonly bearer: () => Promise<string | undefined>;
  /** A fresh bearer in place of `stale`, or undefined where `error` is not a reason or no token is at hand. */
  readonly renew: (error: unknown, stale: string | undefined) => Promise<string | undefined>;
  /** The bearer at hand; opens nothing. */
  readonly current: () => string | undefined;
  readonly set: (sessionToken: string | undefined) => void;
  /** The caller locked the session itself: it stays so until `set`. */
  readonly lock: () => void;
}

const RENEWABLE = new Set(['session_expired', 'session_locked', 'session_rejected']);

export function createSessionManager(options: {
  readonly sessionToken: string | undefined;
  /** Opens a session by the credential token; undefined where the client has none. */
  readonly open: (() => Promise<string>) | undefined;
}): SessionManager {
  let current = options.sessionToken;
  let opening: Promise<string> | undefined;
  let held = false;

  /** Requests that need a session at the same time share one opening. */
  function openOnce(open: () => Promise<string>): Promise<string> {
    opening ??= open()
      .then((token) => {
        current = token;
        return token;
      })
      .finally(() => {
        opening = undefined;
      });
    return opening;
  }

  return {
    bearer: async () => {
      if (current !== undefined || options.open === undefined) return current;
      return openOnce(options.open);
    },
    renew: async (error, stale) => {
      if (held || options.open === undefined || stale === undefined) return undefined;
      if (!(error instanceof AuthenticationError) || !RENEWABLE.has(error.code)) return undefined;
      return current === stale || current === undefined ? openOnce(options.open) : current;
    },
    current: () => current,
    set: (sessionToken) => {
      current = sessionToken;
      held = false;
    },
    lock: () => {
      held = true;
    },
  };
}
