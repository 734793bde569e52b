/**
 * Schedules the start of a request's work fairly between principals (or certificates, while locked). A request with a
 * JSON body waits before parsing, so that parsing counts as work. Locking never waits.
 */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { RouteDefinition } from '#contract/route.ts';
import type { FairTurns } from '#server/system/concurrency/fair-scheduler.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** True once its turn has started. */
    hasTurn: boolean;
    /** Response to the request. */
    answer: ServerResponse | null;
  }
  interface FastifyInstance {
    turns: FairTurns;
  }
}

type Done = (error?: Error) => void;

export function addFairScheduling(app: FastifyInstance, turns: FairTurns): void {
  app.decorate('turns', turns);
  app.decorateRequest('hasTurn', false);
  app.decorateRequest('answer', null);
  app.addHook('onRequest', (request, { raw }, done) => {
    request.answer = raw;
    done();
  });
}

/** True for the lock operation, which must wait neither for the database nor for other requests. */
export function isLock({ operationId }: FastifyRequest): boolean {
  return operationId === ACCESS_ROUTES.lockSession.operation_id;
}

/**
 * Waits once the session is known, on routes without JSON body; otherwise after the body is read, unless `waitBeforeBody` has
 * waited.
 */
export function fairTurnHook(definition: Pick<RouteDefinition, 'response'>): onRequestHookHandler {
  const isStream = definition.response === undefined;
  return (request, _reply, done) => {
    if (request.hasTurn || isLock(request)) done();
    else begin(request, isStream, done);
  };
}

/** Waits before a body is parsed. @throws session_locked, rate_limited */
export async function waitBeforeBody(request: FastifyRequest): Promise<void> {
  if (isLock(request)) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  begin(request, false, (error) => (error === undefined ? resolve() : reject(error)));
  await promise;
}

/** The principal in whose queue a request waits. */
export function turnKeyOf({ actor, peer }: FastifyRequest): string {
  return actor?.principal_id ?? peer.fingerprint;
}

/** Starts the turn. A stream lasts as long as its reader wants, so it counts only while it starts. */
function begin(request: FastifyRequest, isStream: boolean, done: Done): void {
  const { turns } = request.server;
  const { answer } = request;
  const key = turnKeyOf(request);
  try {
    turns.begin(key, () => {
      request.hasTurn = true;
      if (isStream || answer === null || answer.closed) turns.done(key);
      else whenOver(answer, () => turns.done(key));
      done(whyNot(request));
    });
  } catch (error) {
    done(error instanceof Error ? error : new Error('no turn'));
  }
}

/** Calls `tell` once, when the response is sent or dropped. */
export function whenOver(answer: ServerResponse, tell: () => void): void {
  let isOver = false;
  const over = () => {
    if (isOver) return;
    isOver = true;
    tell();
  };
  answer.once('finish', over).once('close', over);
}

/** The error of a request that became invalid while waiting. */
function whyNot({ actor, raw }: FastifyRequest): Error | undefined {
  if (raw.socket.destroyed) return new VaultError('malformed_request', 'The sender closed the connection.');
  if (actor?.signal.aborted)
    return new VaultError('session_locked', 'The session was locked. Unlock it and try again.');
  return undefined;
}
