/** One call of a route: what fills its path, query and body, and what the caller may set for it alone. */
import type { RouteDefinition } from '#contract/route.ts';
import type { RequestBody } from '../transport.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** For one attempt, in ms; a transfer's time starts anew with every piece that moves. */
  readonly timeoutMs?: number | undefined;
  /** Repetitions after the first attempt. */
  readonly maxRetries?: number | undefined;
  /** Instead of the key the SDK makes; only on POSTs that take one. 8–128 visible ASCII characters. */
  readonly idempotencyKey?: string | undefined;
  /** Sent as `x-request-id` and echoed by the vault as `trace_id`. */
  readonly requestId?: string | undefined;
}

export interface Call {
  readonly route: RouteDefinition;
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  /** Undefined and null fields are left out. */
  readonly query?: object | undefined;
  readonly body?: RequestBody | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly options?: CallOptions | undefined;
  /** Whether sending twice changes nothing more than sending once; by default what the method says. */
  readonly repeatable?: boolean | undefined;
  readonly onSent?: ((bytes: number) => void) | undefined;
}

export function jsonBody(value: unknown): RequestBody {
  return { kind: 'json', text: JSON.stringify(value) };
}

/** @throws TypeError when a path parameter is missing or empty: `/v1/patients/` would be another route. */
export function requestPath(call: Call): string {
  const path = call.route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = call.params?.[name];
    if (value === undefined || value === '') throw new TypeError(`This call needs «${name}».`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined && value !== null) search.append(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search}`;
}

export function isRepeatable(call: Call): boolean {
  if (call.repeatable !== undefined) return call.repeatable;
  return call.route.method === 'POST' ? call.route.idempotent_key === true : call.route.method !== 'PATCH';
}

/** Whether the body's bytes can be sent a second time. */
export function canReplayBody(call: Call): boolean {
  return call.body === undefined || call.body.kind === 'json' || call.body.source.repeatable;
}
