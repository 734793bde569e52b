/**
 * Checks every request before its route is looked up, in this order: foreign writes, certificate, Host and Origin,
 * rate. The same applies to unknown paths, unreadable URLs and the interface's files.
 * Source: choices, "Ids, times, order of checks".
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CertificateGate } from '#server/http/gate/client-certificate.ts';
import { isLock } from '#server/http/request/fair-scheduling.ts';
import type { Peer } from '#server/identity/actor/peer-certificate.ts';

export interface RequestChecks {
  /** Polls for writes of other servers, so that `refresh` does not block. Undefined where there are none. */
  readonly pollForeignWrites?: () => Promise<void> | undefined;
  /** Applies writes of other servers. @returns the reason why polling failed */
  readonly refresh?: () => unknown;
  readonly admit: CertificateGate;
  /** Checks `Host` and `Origin`. @throws malformed_request, host_not_allowed, origin_not_allowed */
  readonly checkHostAndOrigin: (request: FastifyRequest['raw']) => void;
  /** Counts the request for the rate limit. @throws rate_limited */
  readonly countRequest: (fingerprint: string) => void;
}

/** Default headers, which routes may replace. */
const SAFE_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** Sets default headers and the peer. @throws errors of the checks. */
export function checkRequest(checks: RequestChecks, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SAFE_HEADERS).header('x-request-id', request.id);
  request.unheard = isLock(request) ? undefined : checks.refresh?.();
  request.peer = admit(checks, request, reply);
  checks.checkHostAndOrigin(request.raw);
  checks.countRequest(request.peer.fingerprint);
}

/** A refused client gets the response and no further request on this connection. */
function admit({ admit: check }: RequestChecks, { raw }: FastifyRequest, reply: FastifyReply): Peer {
  try {
    return check(raw.socket);
  } catch (error) {
    reply.header('connection', 'close');
    throw error;
  }
}

export function addRequestChecks(app: FastifyInstance, checks: RequestChecks): void {
  app.addHook('onRequest', (request, reply, done) => {
    // The types are wrong: without a matched route there is no configuration.
    request.operationId = request.routeOptions.config?.operation_id ?? 'none';
    function check(): void {
      try {
        checkRequest(checks, request, reply);
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error('entry check failed'));
      }
    }
    const hearing = isLock(request) ? undefined : checks.pollForeignWrites?.();
    if (hearing === undefined) check();
    else void hearing.then(check);
  });
}
