/**
 * The session a route asks for, found before its parameters and body are looked at.
 * Source: API spec, "Authentication" 3; choices, "Sessions and principals".
 */
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { RouteDefinition } from '#contract/route.ts';
import { VaultError } from '#contract/vault-error.ts';

/** Whatever stands behind the scheme is a bearer; whether it opens anything is for the sessions to say. */
const BEARER = /^Bearer +(\S.*)$/i;

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

/** @throws session_required where there is no bearer: no header, another scheme, nothing behind the scheme. */
function bearerToken({ headers }: FastifyRequest): string {
  const token = BEARER.exec(headers.authorization ?? '')?.[1];
  if (token !== undefined) return token;
  throw new VaultError('session_required', 'This needs a session: send Authorization: Bearer.');
}
