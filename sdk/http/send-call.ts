/**
 * Sends calls: adds bearer and idempotency key, limits the time, retries safe failures, renews an expired session
 * once, and reads the response. Knows routes only by their definitions.
 */
import { type ResponseOf, type RouteDefinition, SESSION_ACTIVITY_HEADER } from '#contract/route.ts';
import { VaultApiError } from '#sdk/errors.ts';
import type { Transport, TransportResponse } from '#sdk/transport.ts';
import {
  type Call,
  type CallInput,
  type CallOptions,
  callOf,
  canReplayBody,
  isRepeatable,
  requestPath,
} from './call.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { readError, readJson, responseInfo } from './response.ts';
import { mayRetry, pause, type RetryPolicy, retryDelayMs } from './retry.ts';
import type { SessionManager } from './session-manager.ts';
import { VaultPromise, type WithResponse } from './vault-promise.ts';

/** Log line of one attempt without values: the route's template, no body, no header. */
export interface LogLine {
  readonly method: string;
  readonly route: string;
  readonly attempt: number;
  readonly duration_ms: number;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly request_id?: string | undefined;
}

export interface HttpExchange {
  readonly transport: Transport;
  /** Sends a call of any route. */
  readonly send: <T>(call: Call) => VaultPromise<T>;
  /** Sends a call; params, query, body and response are typed by the route's schemas. */
  readonly call: <Route extends RouteDefinition>(
    route: Route,
    input: CallInput<Route>,
  ) => VaultPromise<ResponseOf<Route>>;
  /** Returns the response with its body unread; the deadline runs until the caller stops it. */
  readonly stream: <Route extends RouteDefinition>(
    route: Route,
    input: CallInput<Route>,
  ) => Promise<StreamResponse>;
}

export interface StreamResponse {
  readonly answer: TransportResponse;
  readonly deadline: Deadline;
}

export interface ExchangeOptions {
  readonly transport: Transport;
  readonly keeper: SessionManager;
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
  readonly log: ((line: LogLine) => void) | undefined;
}

type Read<T> = (answer: TransportResponse, deadline: Deadline) => Promise<T>;

export function createExchange({ transport, keeper, timeoutMs, retry, log }: ExchangeOptions): HttpExchange {
  async function attempt<T>(
    call: Call,
    headers: Record<string, string>,
    count: number,
    read: Read<T>,
  ): Promise<T> {
    const deadline = startDeadline(call.options?.timeoutMs ?? timeoutMs, call.options?.signal);
    const startedAt = Date.now();
    const note = (more: Pick<LogLine, 'status' | 'code' | 'request_id'>) =>
      log?.({
        method: call.route.method,
        route: call.route.path,
        attempt: count,
        duration_ms: Date.now() - startedAt,
        ...more,
      });
    try {
      if (deadline.signal.aborted) throw deadline.signal.reason;
      const answer = await transport.send({
        method: call.route.method,
        path: requestPath(call),
        headers,
        body: call.body,
        signal: deadline.signal,
        onSent: (bytes) => {
          deadline.extend();
          call.onSent?.(bytes);
        },
      });
      if (answer.status < 200 || answer.status > 299) throw await readError(answer);
      const result = await read(answer, deadline);
      const { status, request_id } = responseInfo(answer);
      note({ status, request_id });
      return result;
    } catch (error) {
      deadline.stop();
      const explained = deadline.explain(error);
      note(explained instanceof VaultApiError ? explained : { code: nameOf(explained) });
      throw explained;
    }
  }

  async function withSession<T>(call: Call, headers: Record<string, string>, count: number, read: Read<T>) {
    if (call.route.auth === 'certificate') return attempt(call, headers, count, read);
    const bearer = await keeper.bearer();
    const authorised = (token: string | undefined) =>
      token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` };
    try {
      return await attempt(call, authorised(bearer), count, read);
    } catch (error) {
      // A 401 is rejected before any effect, so even a write may be sent again.
      const renewed = canReplayBody(call) ? await keeper.renew(error, bearer) : undefined;
      if (renewed === undefined) throw error;
      return attempt(call, authorised(renewed), count, read);
    }
  }

  async function run<T>(call: Call, read: Read<T>): Promise<T> {
    const headers = requestHeaders(call);
    const maxRetries = canReplayBody(call) ? (call.options?.maxRetries ?? retry.maxRetries) : 0;
    // Outside the retries, because opening a session has its own.
    if (call.route.auth !== 'certificate') await keeper.bearer();
    for (let count = 1; ; count += 1) {
      try {
        return await withSession(call, headers, count, read);
      } catch (error) {
        if (count > maxRetries || !mayRetry(error, isRepeatable(call))) throw error;
        await pause(retryDelayMs(error, count, retry), call.options?.signal);
      }
    }
  }

  const send = <T>(call: Call) =>
    new VaultPromise<T>(
      run<WithResponse<T>>(call, async (answer, deadline) => {
        const result = await readJson<T>(answer, call.route.keeps_decimals === true);
        deadline.stop();
        return result;
      }),
    );

  return {
    transport,
    send,
    call: (route, input) => send(callOf(route, input)),
    stream: (route, input) => run(callOf(route, input), async (answer, deadline) => ({ answer, deadline })),
  };
}

function requestHeaders(call: Call): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', ...call.headers };
  if (call.body?.kind === 'json') headers['content-type'] = 'application/json';
  if (call.body?.kind === 'bytes') headers['content-type'] = 'application/octet-stream';
  if (call.options?.requestId !== undefined) headers['x-request-id'] = call.options.requestId;
  if (call.route.passive || call.options?.passive) headers[SESSION_ACTIVITY_HEADER] = 'none';
  if (call.route.idempotent_key) headers['idempotency-key'] = idempotencyKey(call.options);
  return headers;
}

/** Created once per call, so that every retry has the same key. */
function idempotencyKey(options: CallOptions | undefined): string {
  return options?.idempotencyKey ?? globalThis.crypto.randomUUID();
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
