/**
 * The session a route asks for, found before its parameters and body are looked at.
 * Source: API spec, "Authentication" 3; choices, "Sessions and principals".
 */
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { RouteDefinition } from '#contract/route.ts';
import { VaultError } from '#contract/vault-error.ts';

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i;

/** Undefined for routes that a certificate alone opens. */
export function sessionHook(definition: RouteDefinition): onRequestHookHandler | undefined {
  if (definition.auth === 'certificate') return undefined;
  return (request, _reply, done) => {
    try {
      requireSession(request, definition);
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
  if (definition.auth === 'session') request.actor = sessions.actorOf(live);
  else if (definition.passive !== true) sessions.touch(live);
}

function bearerToken(request: FastifyRequest): string {
  const { authorization } = request.headers;
  if (authorization === undefined) {
    throw new VaultError('session_required', 'This needs a session: send Authorization: Bearer.');
  }
  const token = BEARER.exec(authorization)?.[1];
  if (token === undefined) {
    throw new VaultError(
      'session_rejected',
      'The Authorization header must be «Bearer» and a session token.',
    );
  }
  return token;
}
