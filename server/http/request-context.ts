/**
 * What a request carries besides what was sent: the peer behind its certificate, its trace id, and,
 * on routes that need a session, the session and its actor. Set by the hooks before any handler runs.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { VaultError } from '#contract/vault-error.ts';
import type { Actor } from '../access/actor.ts';
import type { Peer } from '../access/peer.ts';
import type { LiveSession } from '../sessions/live-session.ts';
import type { Idempotency } from './idempotency.ts';

/** What the hooks ask of the sessions service. */
export interface SessionLookup {
  /** @throws session_rejected, session_expired */
  readonly find: (bearerToken: string, peer: Peer) => LiveSession;
  /** Counts as activity. @throws session_locked */
  readonly actorOf: (live: LiveSession) => Actor;
  /** Counts as activity. */
  readonly touch: (live: LiveSession) => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    peer: Peer;
    /** The request id, echoed in `x-request-id` and in error bodies. */
    readonly traceId: string;
    /** Null on routes that take a certificate alone. */
    liveSession: LiveSession | null;
    /** Null unless the route needs an unlocked session. */
    actor: Actor | null;
  }
  interface FastifyInstance {
    sessions: SessionLookup;
    idempotency: Idempotency;
  }
  interface FastifyContextConfig {
    operation_id?: string;
  }
}

export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('peer');
  app.decorateRequest('traceId', {
    getter() {
      return this.id;
    },
  });
  app.decorateRequest('liveSession', null);
  app.decorateRequest('actor', null);
}

/** The session of a route that needs one, locked or not. */
export function sessionOf(request: FastifyRequest): LiveSession {
  if (request.liveSession) return request.liveSession;
  throw new VaultError('session_required', 'This needs a session: send Authorization: Bearer.');
}

/** The actor of a route that needs an unlocked session. */
export function actorOf(request: FastifyRequest): Actor {
  if (request.actor) return request.actor;
  throw new VaultError('session_required', 'This needs a session: send Authorization: Bearer.');
}
