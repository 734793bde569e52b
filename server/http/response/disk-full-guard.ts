/**
 * While the disk is full, refuses requests that need space before they start; reading, locking, revoking and deleting
 * still work.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { VaultError } from '#contract/errors/vault-error.ts';

/** Operations allowed beside reads and deletes: they increase safety or free space. */
const WORKS_ALWAYS: ReadonlySet<string> = new Set([
  'openSession',
  'lockSession',
  'setPassphrase',
  'verifyAudit',
  'checkFindings',
  'decideFinding',
  'renewCertificates',
  'renewCredential',
]);
const PURGE = /^purge/;

export function rejectWritesWhenDiskFull(app: FastifyInstance, isShort: () => boolean): void {
  // After the body was parsed, because a client that is refused while still sending never sees the response.
  app.addHook('preValidation', (request, _reply, done) => {
    if (worksAlways(request) || !isShort()) return done();
    done(
      new VaultError(
        'protocol_error',
        'Disk full: no new data. Reading, locking, revoking and purging still work.',
      ),
    );
  });
}

function worksAlways({ method, operationId }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD' || method === 'DELETE') return true;
  return PURGE.test(operationId) || WORKS_ALWAYS.has(operationId);
}
