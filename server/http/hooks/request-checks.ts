/**
 * What happens to every request before its route is looked at: what other servers of the vault changed, certificate, Host and Origin, rate.
 * The same order holds for unknown paths, unreadable URLs and the interface's files.
 * Source: choices, "Ids, times, order of checks".
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CertificateGate } from '#server/http/gate/client-certificate.ts';
import { isLock } from '#server/http/request/request-turn.ts';
import type { Peer } from '#server/identity/actor/peer.ts';

export interface RequestChecks {
  /** Asks whether they changed anything; `refresh` then waits for nothing. Undefined where there are none. */
  readonly hearOfOthers?: () => Promise<void> | undefined;
  /** Takes in what other servers of the vault changed. @returns why nobody can say whether they did */
  readonly refresh?: () => unknown;
  readonly admit: CertificateGate;
  /** @throws malformed_request, host_not_allowed, origin_not_allowed */
  readonly checkHostAndOrigin: (request: FastifyRequest['raw']) => void;
  /** @throws rate_limited */
  readonly countRequest: (fingerprint: string) => void;
}

/** Headers of every answer that no route replaces. */
const SAFE_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** Sets the common headers and the peer. @throws every error the checks throw. */
export function checkRequest(checks: RequestChecks, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SAFE_HEADERS).header('x-request-id', request.id);
  request.unheard = isLock(request) ? undefined : checks.refresh?.();
  request.peer = admit(checks, request, reply);
  checks.checkHostAndOrigin(request.raw);
  checks.countRequest(request.peer.fingerprint);
}

/** Who is not let in gets the answer and no further request on this connection. */
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
    // Without a route there is no configuration either, whatever the types say.
    request.operationId = request.routeOptions.config?.operation_id ?? 'none';
    function check(): void {
      try {
        checkRequest(checks, request, reply);
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error('entry check failed'));
      }
    }
    const hearing = isLock(request) ? undefined : checks.hearOfOthers?.();
    if (hearing === undefined) check();
    else void hearing.then(check);
  });
}
