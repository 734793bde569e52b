/**
 * What a request carries besides what was sent: the peer behind its certificate, its trace id, and,
 * on routes that need a session, the session and its actor. Set by the hooks before any handler runs.
 * Source: API spec, "Authentication" 3; choices, "Sessions and principals".
 */
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { VaultError } from '#contract/errors/vault-error.ts';
import { type RouteDefinition, SESSION_ACTIVITY_HEADER } from '#contract/route.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { Peer } from '#server/identity/actor/peer.ts';
import type { LiveSession } from '#server/identity/sessions/live-session.ts';

/** Whose request a connection carried last, if that one was unlocked by then. */
const lastSessions = new WeakMap<object, LiveSession>();

/** Any text after the scheme is a bearer; the sessions decide whether it opens anything. */
const BEARER = /^Bearer +(\S.*)$/i;

/** What the hooks ask of the sessions service. */
export interface SessionLookup {
  /** @throws session_rejected, session_expired */
  readonly find: (bearerToken: string, peer: Peer) => LiveSession;
  /** Counts as activity unless `passive`. @throws session_locked */
  readonly actorOf: (live: LiveSession, options?: { readonly passive?: boolean }) => Actor;
  /** Counts as activity. */
  readonly touch: (live: LiveSession) => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    peer: Peer;
    /** Of its route; `none` where there is none. Fastify puts together all it knows of a route at each question. */
    operationId: string;
    /** The request id, echoed in `x-request-id` and in error bodies. */
    readonly traceId: string;
    /** Null on routes that take a certificate alone. */
    liveSession: LiveSession | null;
    /** Null unless the route needs an unlocked session. */
    actor: Actor | null;
    /** Why foreign writes could not be polled; undefined where the poll was answered. */
    unheard: unknown;
  }
  interface FastifyInstance {
    sessions: SessionLookup;
  }
  interface FastifyContextConfig {
    operation_id?: string;
    /** Named in the error for a body of another type. */
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

/** The session of a route that needs one, locked or not. */
export function sessionOf(request: FastifyRequest): LiveSession {
  if (request.liveSession) return request.liveSession;
  throw sessionRequired();
}

/** The actor of a route that needs an unlocked session. */
export function actorOf(request: FastifyRequest): Actor {
  if (request.actor) return request.actor;
  throw sessionRequired();
}

/** Later requests on this connection are expected from this session. */
export function bindSessionToSocket(socket: object, live: LiveSession): void {
  lastSessions.set(socket, live);
}

/** What comes next on this connection is of no session that is known yet. */
export function unbindSocket(socket: object): void {
  lastSessions.delete(socket);
}

/** Whether the newest request of a connection came from a session that has locked since: nothing came on it after that. */
export function isSocketOfLockedSession(socket: object): boolean {
  return lastSessions.get(socket)?.actor === null;
}

/** Finds the session a route asks for, before its parameters and body are looked at; none where a certificate alone opens. */
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

/** The database may be back in a moment, and be another one than it was. @throws why it could not be asked */
function assertHeard({ unheard }: FastifyRequest): void {
  if (unheard !== undefined) throw unheard;
}

/** A read without a person behind it, such as an automatic refresh of a list, declares itself as such. */
function isBackgroundRead({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && headers[SESSION_ACTIVITY_HEADER] === 'none';
}

/** @throws session_required where there is no bearer: no header, another scheme, nothing behind the scheme. */
function bearerToken({ headers }: FastifyRequest): string {
  const token = BEARER.exec(headers.authorization ?? '')?.[1];
  if (token !== undefined) return token;
  throw sessionRequired();
}

function sessionRequired(): VaultError {
  return new VaultError('session_required', 'This needs a session: send Authorization: Bearer.');
}
