/**
 * Properties of a request set by hooks before its handler: the peer of its certificate, its trace id and, on routes
 * with a session, session and actor.
 * Source: API spec, "Authentication" 3; choices, "Sessions and principals".
 */
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { VaultError } from '#contract/errors/vault-error.ts';
import { type RouteDefinition, SESSION_ACTIVITY_HEADER } from '#contract/route.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { Peer } from '#server/identity/actor/peer-certificate.ts';
import type { LiveSession } from '#server/identity/sessions/live-session.ts';

/** The session of each connection's newest request, if it was unlocked. */
const lastSessions = new WeakMap<object, LiveSession>();

/** Any text after the scheme is a token; the sessions service decides whether it is valid. */
const BEARER = /^Bearer +(\S.*)$/i;

/** The sessions service's methods used by the hooks. */
export interface SessionLookup {
  /** Finds the session of a token. @throws session_rejected, session_expired */
  readonly find: (bearerToken: string, peer: Peer) => LiveSession;
  /** Counts as activity unless `passive`. @throws session_locked */
  readonly actorOf: (live: LiveSession, options?: { readonly passive?: boolean }) => Actor;
  /** Counts as activity. */
  readonly touch: (live: LiveSession) => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    peer: Peer;
    /**
     * The route's operation id; `none` without a route. Cached, because Fastify builds the route's options at each
     * access.
     */
    operationId: string;
    /** The request id, echoed in `x-request-id` and in error bodies. */
    readonly traceId: string;
    /** Session of the request; null on routes that require only a certificate. */
    liveSession: LiveSession | null;
    /** Actor of the request; null unless the route needs an unlocked session. */
    actor: Actor | null;
    /** The error of polling for foreign writes; undefined when it succeeded. */
    unheard: unknown;
  }
  interface FastifyInstance {
    sessions: SessionLookup;
  }
  interface FastifyContextConfig {
    operation_id?: string;
    /** Accepted media types, named in the error for others. */
    takes?: string;
  }
}

export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('peer');
  app.decorateRequest('operationId', 'none');
  app.decorateRequest('traceId', {
    getter() {
      return this.id;
    },
  });
  app.decorateRequest('liveSession', null);
  app.decorateRequest('actor', null);
  app.decorateRequest('unheard', undefined);
}

/** The session of a route that requires one, locked or not. */
export function sessionOf(request: FastifyRequest): LiveSession {
  if (request.liveSession) return request.liveSession;
  throw sessionRequired();
}

/** The actor of a route that requires an unlocked session. */
export function actorOf(request: FastifyRequest): Actor {
  if (request.actor) return request.actor;
  throw sessionRequired();
}

/** Expects later requests on this connection from this session. */
export function bindSessionToSocket(socket: object, live: LiveSession): void {
  lastSessions.set(socket, live);
}

/** Forgets the connection's session. */
function unbindSocket(socket: object): void {
  lastSessions.delete(socket);
}

/** True when the newest request of a connection belongs to a session that has locked since. */
export function isSocketOfLockedSession(socket: object): boolean {
  return lastSessions.get(socket)?.actor === null;
}

/** Finds the route's session before its parameters and body are checked; none where a certificate suffices. */
export function sessionHook(definition: RouteDefinition): onRequestHookHandler {
  return (request, _reply, done) => {
    unbindSocket(request.raw.socket);
    try {
      if (definition.auth !== 'certificate') requireSession(request, definition);
      else if (definition.method !== 'GET') assertHeard(request);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error('session check failed'));
    }
  };
}

function requireSession(request: FastifyRequest, definition: RouteDefinition): void {
  const { sessions } = request.server;
  const live = sessions.find(bearerToken(request), request.peer);
  request.liveSession = live;
  if (live.actor !== null) bindSessionToSocket(request.raw.socket, live);
  const passive = definition.passive === true || isBackgroundRead(request);
  if (definition.auth === 'session') {
    assertHeard(request);
    request.actor = sessions.actorOf(live, { passive });
  } else if (!passive) sessions.touch(live);
}

/** Refuses the request while foreign writes are unknown. @throws the error of polling */
function assertHeard({ unheard }: FastifyRequest): void {
  if (unheard !== undefined) throw unheard;
}

/** True for automatic reads, such as refreshing a list, which declare themselves and do not count as activity. */
export function isBackgroundRead({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  return method === 'GET' && headers[SESSION_ACTIVITY_HEADER] === 'none';
}

/**
 * Reads the token of a request.
 * @throws session_required without a token: no header, another scheme, or an empty token.
 */
function bearerToken({ headers }: FastifyRequest): string {
  const token = BEARER.exec(headers.authorization ?? '')?.[1];
  if (token !== undefined) return token;
  throw sessionRequired();
}

function sessionRequired(): VaultError {
  return new VaultError(
    'session_required',
    'This needs a session. Unlock, then send «Authorization: Bearer».',
  );
}
