/**
 * Assembles the HTTP application: entry checks, parsers, validation, errors, routes. Opens no socket or file; the
 * services are passed in.
 */
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginCallback,
  fastify,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { VaultError } from '#contract/errors/vault-error.ts';
import { auditResponses } from '#server/http/hooks/audit-hook.ts';
import { enforceOfflinePolicy } from '#server/http/hooks/offline-policy.ts';
import { addRequestChecks, checkRequest, type RequestChecks } from '#server/http/hooks/request-checks.ts';
import { addFairScheduling, waitBeforeBody } from '#server/http/request/fair-scheduling.ts';
import type { Idempotency } from '#server/http/request/idempotency.ts';
import { acceptJsonBodies } from '#server/http/request/json-body.ts';
import { requestIdOf } from '#server/http/request/request-id.ts';
import { decorateRequests, type SessionLookup } from '#server/http/request/request-session.ts';
import { compileValidation } from '#server/http/request/validation.ts';
import { rejectWritesWhenDiskFull } from '#server/http/response/disk-full-guard.ts';
import { mapErrors, sendError } from '#server/http/response/error-handler.ts';
import { sendLargeInPieces } from '#server/http/response/send-in-pieces.ts';
import { batchResponses } from '#server/http/response/send-responses-per-turn.ts';
import { serializeJson } from '#server/http/response/serialize-json.ts';
import { addStateTokenHeaders, type StateTokenPort } from '#server/http/response/state-token-headers.ts';
import { openApiRoutes } from '#server/http/routes/openapi-routes.ts';
import { serveUiFiles } from '#server/http/ui/ui-files.ts';
import type { ResponseAudit } from '#server/identity/requests/audited-response.ts';
import type { FairTurns } from '#server/system/concurrency/fair-scheduler.ts';

/** Node itself refuses longer request headers, so every path reaches its route's own check. */
const PARAM_MAX_CHARS = 16 * 1024;

export interface AppParts {
  readonly checks: RequestChecks;
  readonly sessions: SessionLookup;
  readonly idempotency: Idempotency;
  readonly turns: FairTurns;
  readonly audit: ResponseAudit;
  readonly routes: readonly FastifyPluginCallback[];
  readonly log: Logger;
  /** Called with every response, for metrics. */
  readonly observe?: (operation: string, status: number, seconds: number) => void;
  /** True while the disk is full. */
  readonly isShortOfRoom?: () => boolean;
  readonly stateTokens?: StateTokenPort;
  /** True for a travelling copy. */
  readonly isCopy?: boolean;
  /** Folder of the interface's built files; absent: none are served. */
  readonly uiDir?: string;
}

export function buildApp(parts: AppParts): FastifyInstance {
  const app = fastify({
    loggerInstance: oneLogger(parts.log),
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: requestIdOf,
    routerOptions: { maxParamLength: PARAM_MAX_CHARS },
    // Requests that Fastify refuses before any hook still pass the entry checks first.
    frameworkErrors(error, request, reply) {
      try {
        checkRequest(parts.checks, request, reply);
        sendError(error, request, reply);
      } catch (refusal) {
        sendError(refusal, request, reply);
      }
    },
  });
  app.decorate('sessions', parts.sessions);
  app.decorate('idempotency', parts.idempotency);
  addFairScheduling(app, parts.turns);
  decorateRequests(app);
  auditResponses(app, parts.audit);
  acceptJsonBodies(app, waitBeforeBody);
  compileValidation(app);
  // Handlers return the types of their schemas, so no filtering is needed; V8's serialiser is also faster (a page of 50
  // exams: 1.2 ms, by one compiled from the schema 1.7 ms). Fastify's types omit the bytes that it also sends.
  app.setReplySerializer(serializeJson as (body: unknown) => string);
  mapErrors(app);
  addRequestChecks(app, parts.checks);
  if (parts.isCopy === true) enforceOfflinePolicy(app);
  if (parts.isShortOfRoom) rejectWritesWhenDiskFull(app, parts.isShortOfRoom);
  if (parts.stateTokens) addStateTokenHeaders(app, parts.stateTokens);
  sendLargeInPieces(app);
  batchResponses(app);
  logAnswers(app, parts.log);
  const { observe } = parts;
  if (observe)
    app.addHook('onResponse', (request, reply, done) => {
      observe(request.operationId, reply.statusCode, reply.elapsedTime / 1000);
      done();
    });
  // Before the body is read, because no route could validate it.
  app.addHook('onRequest', (request, _reply, done) => done(request.is404 ? noSuchRoute() : undefined));
  // A file of the interface that was removed from the disk.
  app.setNotFoundHandler(() => {
    throw noSuchRoute();
  });
  for (const routes of [...parts.routes, openApiRoutes]) app.register(routes);
  if (parts.uiDir !== undefined) serveUiFiles(app, parts.uiDir);
  return app;
}

function noSuchRoute(): VaultError {
  return new VaultError(
    'route_not_found',
    'This route does not exist. The API is described at /v1/openapi.json.',
  );
}

/**
 * Makes requests share one logger: each line has its trace id, and a logger per request would run redaction and
 * Fastify's checks each time.
 */
function oneLogger(log: Logger): FastifyBaseLogger {
  const one: FastifyBaseLogger = Object.create(log, { child: { value: () => one } });
  return one;
}

/** Logs one line per response, at a verbose log level only. */
function logAnswers(app: FastifyInstance, log: Logger): void {
  if (!log.isLevelEnabled('debug')) return;
  app.addHook('onResponse', (request, reply, done) => {
    log.debug(
      {
        trace_id: request.id,
        route: request.operationId,
        client_cn: request.peer?.cn,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    );
    done();
  });
}
