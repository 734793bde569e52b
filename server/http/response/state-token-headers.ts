/**
 * `x-vault-state` on every answer to a client that was let in, and what one says back in `if-vault-state`. A client
 * that says nothing is served as ever. What a state means is not known here.
 * Source: clinic design, section 11.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { IF_VAULT_STATE_HEADER, VAULT_STATE_HEADER } from '#contract/vault-state.ts';

export interface StateTokenPort {
  /** Undefined while there is none to tell. */
  readonly newest: () => string | undefined;
  /** @throws invalid_request, protocol_error */
  readonly verifyClientState: (text: string, clientCn: string) => void;
  /** Why nothing new is taken; undefined where it is. */
  readonly refusal: () => string | undefined;
}

const LOCK = ACCESS_ROUTES.lockSession.operation_id;
/** Of what is not merely read: what one needs to look at what has happened. */
const LOOKING: ReadonlySet<string> = new Set([LOCK, 'openSession', 'verifyAudit', 'checkFindings']);

export function addStateTokenHeaders(app: FastifyInstance, states: StateTokenPort): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    // Nobody without a certificate is told how much happens here.
    const newest = request.peer === undefined ? undefined : states.newest();
    if (newest !== undefined) reply.header(VAULT_STATE_HEADER, newest);
    done();
  });
  // After the body was parsed: a client that is refused while it still sends never sees the answer.
  app.addHook('preValidation', (request, _reply, done) => {
    try {
      check(states, request);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error('check of the state failed'));
    }
  });
}

function check(states: StateTokenPort, { method, headers, operationId, peer }: FastifyRequest): void {
  if (operationId === LOCK) return;
  const seen = headers[IF_VAULT_STATE_HEADER];
  if (seen !== undefined) states.verifyClientState(String(seen), peer.cn);
  const refusal = states.refusal();
  if (refusal === undefined || method === 'GET' || method === 'HEAD' || LOOKING.has(operationId)) return;
  throw new VaultError('protocol_error', refusal);
}
