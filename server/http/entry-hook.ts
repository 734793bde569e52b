/**
 * What happens to every request before its route is looked at: certificate, Host and Origin, rate.
 * The same order holds for unknown paths, unreadable URLs and the interface's files.
 * Source: choices, "Ids, times, order of checks".
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CertificateGate } from './gate/client-certificate.ts';

export interface EntryChecks {
  readonly admit: CertificateGate;
  /** @throws host_not_allowed, origin_not_allowed */
  readonly checkHostAndOrigin: (headers: FastifyRequest['headers']) => void;
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
export function enter(checks: EntryChecks, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SAFE_HEADERS).header('x-request-id', request.id);
  request.peer = checks.admit(request.raw.socket);
  checks.checkHostAndOrigin(request.headers);
  checks.countRequest(request.peer.fingerprint);
}

export function checkEntries(app: FastifyInstance, checks: EntryChecks): void {
  app.addHook('onRequest', (request, reply, done) => {
    try {
      enter(checks, request, reply);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error('entry check failed'));
    }
  });
}
