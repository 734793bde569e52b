/** On a full disk the vault reads, locks, revokes and removes; whatever would need room is refused before it is tried. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { VaultError } from '#contract/errors/vault-error.ts';

/** Beside everything that is read or deleted: what makes the vault safer, or room. */
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
  // After the body was parsed: a client that is refused while it still sends never sees the answer.
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
