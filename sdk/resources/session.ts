/** API of the client's session, the caller's secrets and preferences, and the administrators' session list. */

import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import type {
  PassphraseBody,
  Preferences,
  PresentSecretBody,
  RecoveryShares,
  Session,
  SessionOpenBody,
  SessionOpened,
  SessionRow,
} from '#contract/access/session.ts';
import type { Unbranded } from '#contract/ids.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import { PageList } from '#sdk/http/lists/page-list.ts';
import { requireBody } from '#sdk/http/require-body.ts';
import type { HttpExchange } from '#sdk/http/send-call.ts';
import type { SessionManager } from '#sdk/http/session-manager.ts';
import type { VaultPromise } from '#sdk/http/vault-promise.ts';

export interface SessionApi {
  /** Returns the present session token; undefined before the first. Keep it in memory only. */
  readonly token: () => string | undefined;
  /** Unlocks, and uses the new session for all later calls of this client. */
  readonly open: (body: Unbranded<SessionOpenBody>, options?: CallOptions) => Promise<SessionOpened>;
  /** Does not count as activity for the idle clock. */
  readonly get: (options?: CallOptions) => VaultPromise<Session>;
  /** Locks the session until `open`, even with a credential token. */
  readonly lock: (body?: { all?: boolean }, options?: CallOptions) => Promise<Session>;
  readonly setPassphrase: (body: PassphraseBody, options?: CallOptions) => VaultPromise<Session>;
  /** `body` may be left out in a session unlocked by recovery key or shares; the same for the next two. */
  readonly renewRecoveryKey: (
    body?: PresentSecretBody,
    options?: CallOptions,
  ) => VaultPromise<{ recovery_key: string }>;
  readonly renewRecoveryShares: (
    body?: PresentSecretBody,
    options?: CallOptions,
  ) => VaultPromise<RecoveryShares>;
  readonly createDeviceSecret: (
    body?: PresentSecretBody,
    options?: CallOptions,
  ) => VaultPromise<{ device_secret: string }>;
  readonly deleteDeviceSecret: (options?: CallOptions) => VaultPromise<{ removed: boolean }>;
  readonly getPreferences: (options?: CallOptions) => VaultPromise<Preferences>;
  readonly putPreferences: (body: Preferences, options?: CallOptions) => VaultPromise<Preferences>;
  /** Lists the open sessions, for administrators. */
  readonly list: (options?: CallOptions) => PageList<SessionRow>;
  readonly end: (sessionId: string, options?: CallOptions) => VaultPromise<SessionRow>;
}

export function createSessionApi(exchange: HttpExchange, keeper: SessionManager): SessionApi {
  return {
    token: keeper.current,
    open: async (body, options) => {
      const opened = await exchange.call(ACCESS_ROUTES.openSession, {
        body,
        // Not retried, because the delay after wrong secrets is shown to the person.
        options: { ...options, maxRetries: options?.maxRetries ?? 0 },
      });
      keeper.set(opened.session_token);
      return opened;
    },
    get: (options) => exchange.call(ACCESS_ROUTES.getSession, { options }),
    lock: async (body, options) => {
      const locked = await exchange.call(ACCESS_ROUTES.lockSession, {
        body: body ?? null,
        options,
        repeatable: true,
      });
      keeper.lock();
      // Close idle connections, because the vault ends them and a request sent then would be lost.
      exchange.transport.closeIdleConnections?.();
      return locked;
    },
    setPassphrase: (body, options) =>
      exchange.call(ACCESS_ROUTES.setPassphrase, {
        body: requireBody('session.setPassphrase', body),
        options,
        // Not repeatable with the current passphrase, which the first request changes.
        repeatable: body.current_passphrase === undefined,
      }),
    renewRecoveryKey: (body = null, options) =>
      exchange.call(ACCESS_ROUTES.renewRecoveryKey, { body, options }),
    renewRecoveryShares: (body = null, options) =>
      exchange.call(ACCESS_ROUTES.renewRecoveryShares, { body, options }),
    createDeviceSecret: (body = null, options) =>
      exchange.call(ACCESS_ROUTES.createDeviceSecret, { body, options }),
    deleteDeviceSecret: (options) => exchange.call(ACCESS_ROUTES.deleteDeviceSecret, { options }),
    getPreferences: (options) => exchange.call(ACCESS_ROUTES.getPreferences, { options }),
    putPreferences: (body, options) => exchange.call(ACCESS_ROUTES.putPreferences, { body, options }),
    list: (options) => new PageList((at) => exchange.call(ACCESS_ROUTES.listSessions, { at, options })),
    end: (sessionId, options) =>
      exchange.call(ACCESS_ROUTES.deleteSession, { params: { session_id: sessionId }, options }),
  };
}
