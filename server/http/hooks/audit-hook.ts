/**
 * Passes responses to the audit log: normally after sending, in a batch. Entries for exports, pulls of a travelling
 * copy and further pages of a list are written before sending, because they may be part of copying everything. Which
 * responses are recorded is decided by the audit log.
 * Source: sealing design B8 (Audit).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EXCHANGE_ROUTES } from '#contract/exchange/routes.ts';
import { isUuidV7 } from '#contract/ids.ts';
import { TRAVEL_ROUTES } from '#contract/sync/routes.ts';
import { isBackgroundRead } from '#server/http/request/request-session.ts';
import type { AuditedResponse, ResponseAudit } from '#server/identity/requests/audited-response.ts';

const EXPORTS: ReadonlySet<string> = new Set(
  Object.values(EXCHANGE_ROUTES).map(({ operation_id }) => operation_id),
);

const { pull, pullDocuments, pullVersions, pullNodes } = TRAVEL_ROUTES;
const TAKEN: ReadonlySet<string> = new Set(
  [pull, pullDocuments, pullVersions, pullNodes].map(({ operation_id }) => operation_id),
);

declare module 'fastify' {
  interface FastifyRequest {
    /** Error code of the response. */
    failureCode: string | null;
    isAudited: boolean;
  }
}

export function auditResponses(app: FastifyInstance, audit: ResponseAudit): void {
  app.decorateRequest('failureCode', null);
  app.decorateRequest('isAudited', false);
  app.addHook('preSerialization', (request, reply, payload, done) => {
    if (reply.statusCode !== 200 || !isBulk(request)) {
      done(null, payload);
      return;
    }
    request.isAudited = true;
    audit.recordNow(answerOf(request, reply)).then(() => done(null, payload), done);
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    noteOnce(request, reply);
    done();
  });
  // Responses sent past Fastify reach only this hook.
  app.addHook('onResponse', (request, reply, done) => {
    noteOnce(request, reply);
    done();
  });

  function noteOnce(request: FastifyRequest, reply: FastifyReply): void {
    if (request.isAudited) return;
    request.isAudited = true;
    audit.recordSoon(answerOf(request, reply));
  }
}

/** True for exports, data for a travelling copy, and every page after a list's first. */
function isBulk({ method, query, operationId }: FastifyRequest): boolean {
  if (TAKEN.has(operationId)) return true;
  if (method !== 'GET') return false;
  if (EXPORTS.has(operationId)) return true;
  return typeof query === 'object' && query !== null && 'cursor' in query;
}

function answerOf(request: FastifyRequest, reply: FastifyReply): AuditedResponse {
  return {
    operation_id: request.operationId,
    method: request.method,
    params: fieldsOf(request.params),
    query: fieldsOf(request.query),
    aimed_at: aimOf(request),
    actor: request.actor,
    client_cn: request.peer?.cn ?? null,
    isBackground: isBackgroundRead(request),
    status: reply.statusCode,
    code: request.failureCode ?? undefined,
  };
}

/** Returns the principal id of an unlock, the only field of its body that is no secret; of a pull its group. */
function aimOf({ operationId, body }: FastifyRequest): string | undefined {
  if (TAKEN.has(operationId)) {
    const { security_group_id: group } = fieldsOf(body);
    return typeof group === 'string' && isUuidV7(group) ? group : undefined;
  }
  const { principal_id: id } = operationId === 'openSession' ? fieldsOf(body) : {};
  return typeof id === 'string' && isUuidV7(id) ? id : undefined;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isFields(value) ? value : {};
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
