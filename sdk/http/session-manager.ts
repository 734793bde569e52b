/**
 * Manages the client's session token, in memory only. With a credential token it opens a session when first needed,
 * and again after expiry or a lock. A session opened by a person's secret, or locked by the caller, is never reopened
 * automatically.
 */
import { AuthenticationError } from '#sdk/errors.ts';

export interface SessionManager {
  /** Returns the bearer; opens a session if a credential token allows. Undefined without one. */
  readonly bearer: () => Promise<string | undefined>;
  /**
   * Returns a new bearer instead of `stale`. Undefined if `error` does not call for one, or there is no credential
   * token.
   */
  readonly renew: (error: unknown, stale: string | undefined) => Promise<string | undefined>;
  /** Returns the present bearer without opening a session. */
  readonly current: () => string | undefined;
  readonly set: (sessionToken: string | undefined) => void;
  /** Locks after the caller locked the session; stays locked until `set`. */
  readonly lock: () => void;
}

const RENEWABLE = new Set(['session_expired', 'session_locked', 'session_rejected']);

export function createSessionManager(options: {
  readonly sessionToken: string | undefined;
  /** Opens a session by the credential token; undefined without one. */
  readonly open: (() => Promise<string>) | undefined;
}): SessionManager {
  let current = options.sessionToken;
  let opening: Promise<string> | undefined;
  let held = false;

  /** Shares one opening among concurrent requests. */
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
