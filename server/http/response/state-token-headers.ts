/**
 * Adds the header `x-vault-state` to every response to an admitted client, and verifies `if-vault-state` of its
 * requests. Clients without the header are served normally. `state-witness.ts` interprets the tokens.
 * Source: clinic design, section 11.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { IF_VAULT_STATE_HEADER, VAULT_STATE_HEADER } from '#contract/vault-state.ts';

export interface StateTokenPort {
  /** Returns the newest state token; undefined while there is no state yet. */
  readonly newest: () => string | undefined;
  /** Verifies a client's state token. @throws invalid_request, protocol_error */
  readonly verifyClientState: (text: string, clientCn: string) => void;
  /** Reason why writes are refused; undefined while they are accepted. */
  readonly refusal: () => string | undefined;
}

const LOCK = ACCESS_ROUTES.lockSession.operation_id;
/** Non-GET operations allowed during a dispute, because they are needed to investigate it. */
const LOOKING: ReadonlySet<string> = new Set([LOCK, 'openSession', 'verifyAudit', 'checkFindings']);

export function addStateTokenHeaders(app: FastifyInstance, states: StateTokenPort): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    // Hidden from clients without a certificate, because it reveals activity.
    const newest = request.peer === undefined ? undefined : states.newest();
    if (newest !== undefined) reply.header(VAULT_STATE_HEADER, newest);
    done();
  });
  // After the body was parsed, because a client that is refused while still sending never sees the response.
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
