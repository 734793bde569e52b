/** The client's own session, the caller's secrets and preferences, and the administrators' session list. */
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import type {
  PassphraseBody,
  Preferences,
  Session,
  SessionOpenBody,
  SessionOpened,
  SessionRow,
} from '#contract/access/session.ts';
import { type CallOptions, jsonBody } from '../exchange/call.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { PageList } from '../exchange/page-list.ts';
import type { SessionKeeper } from '../exchange/session-keeper.ts';
import type { VaultPromise } from '../exchange/vault-promise.ts';

export interface SessionApi {
  /** The bearer of the session at hand, undefined before the first. Keep it in memory only. */
  readonly token: () => string | undefined;
  /** Unlocks, and uses the new session for everything this client does from here. */
  readonly open: (body: SessionOpenBody, options?: CallOptions) => Promise<SessionOpened>;
  /** Not activity: the idle clock runs on. */
  readonly get: (options?: CallOptions) => VaultPromise<Session>;
  /** The session stays locked until `open`, with a credential token too. */
  readonly lock: (body?: { all?: boolean }, options?: CallOptions) => Promise<Session>;
  readonly setPassphrase: (body: PassphraseBody, options?: CallOptions) => VaultPromise<Session>;
  readonly renewRecoveryKey: (options?: CallOptions) => VaultPromise<{ recovery_key: string }>;
  readonly createDeviceSecret: (options?: CallOptions) => VaultPromise<{ device_secret: string }>;
  readonly deleteDeviceSecret: (options?: CallOptions) => VaultPromise<{ removed: boolean }>;
  readonly getPreferences: (options?: CallOptions) => VaultPromise<Preferences>;
  readonly putPreferences: (body: Preferences, options?: CallOptions) => VaultPromise<Preferences>;
  /** Administrators. */
  readonly list: (options?: CallOptions) => PageList<SessionRow>;
  readonly end: (sessionId: string, options?: CallOptions) => VaultPromise<SessionRow>;
}

export function createSessionApi(exchange: Exchange, keeper: SessionKeeper): SessionApi {
  return {
    token: keeper.current,
    open: async (body, options) => {
      const opened = await exchange.json<SessionOpened>({
        route: ACCESS_ROUTES.openSession,
        body: jsonBody(body),
        // A delay after wrong secrets is for the person to see, not to be waited out here.
        options: { ...options, maxRetries: options?.maxRetries ?? 0 },
      });
      keeper.set(opened.session_token);
      return opened;
    },
    get: (options) => exchange.json({ route: ACCESS_ROUTES.getSession, options }),
    lock: async (body, options) => {
      const locked = await exchange.json<Session>({
        route: ACCESS_ROUTES.lockSession,
        body: body === undefined ? undefined : jsonBody(body),
        options,
        repeatable: true,
      });
      keeper.hold();
      return locked;
    },
    setPassphrase: (body, options) =>
      exchange.json({
        route: ACCESS_ROUTES.setPassphrase,
        body: jsonBody(body),
        options,
        // Once changed, the current passphrase of a second sending would be a wrong one.
        repeatable: body.current_passphrase === undefined,
      }),
    renewRecoveryKey: (options) => exchange.json({ route: ACCESS_ROUTES.renewRecoveryKey, options }),
    createDeviceSecret: (options) => exchange.json({ route: ACCESS_ROUTES.createDeviceSecret, options }),
    deleteDeviceSecret: (options) => exchange.json({ route: ACCESS_ROUTES.deleteDeviceSecret, options }),
    getPreferences: (options) => exchange.json({ route: ACCESS_ROUTES.getPreferences, options }),
    putPreferences: (body, options) =>
      exchange.json({ route: ACCESS_ROUTES.putPreferences, body: jsonBody(body), options }),
    list: (options) =>
      new PageList((cursor) =>
        exchange.json({ route: ACCESS_ROUTES.listSessions, query: { cursor }, options }),
      ),
    end: (sessionId, options) =>
      exchange.json({ route: ACCESS_ROUTES.deleteSession, params: { session_id: sessionId }, options }),
  };
}
