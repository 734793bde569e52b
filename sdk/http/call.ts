/** One call of a route: what fills its path, query and body, and what the caller may set for it alone. */
import type { TSchema } from 'typebox';
import type { Unbranded } from '#contract/ids.ts';
import type { BodyOf, ParamsOf, QueryOf, RouteDefinition } from '#contract/route.ts';
import type { RequestBody } from '#sdk/transport.ts';
import { assertGiven, isFields } from './given.ts';
import type { ListPosition } from './lists/changes-query.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** For one attempt, in ms; a transfer's time starts anew with every piece that moves. */
  readonly timeoutMs?: number | undefined;
  /** Repetitions after the first attempt. */
  readonly maxRetries?: number | undefined;
  /** Instead of the key the SDK makes; only on POSTs that take one. 8–128 visible ASCII characters. */
  readonly idempotencyKey?: string | undefined;
  /** A read that does not keep the session awake. */
  readonly passive?: boolean | undefined;
  /** Sent as `x-request-id` and echoed by the vault as `trace_id`. */
  readonly requestId?: string | undefined;
}

/** How a call is sent, whatever its route. */
export interface CallSettings {
  /** Where a page of a list begins, or which part of it is read: goes into the query. */
  readonly at?: ListPosition;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly options?: CallOptions | undefined;
  /** Whether sending twice changes nothing more than sending once; by default what the method says. */
  readonly repeatable?: boolean | undefined;
  readonly onSent?: ((bytes: number) => void) | undefined;
}

type Given<Route, Key extends string, Value> =
  Route extends Readonly<Record<Key, TSchema>>
    ? { readonly [Name in Key]: Value }
    : { readonly [Name in Key]?: undefined };

/** What a call of `Route` is filled with: each part as the route's own schema has it, none it has no schema for. */
export type CallInput<Route extends RouteDefinition> = CallSettings &
  Given<Route, 'params', Unbranded<ParamsOf<Route>>> &
  Partial<Given<Route, 'query', Unbranded<QueryOf<Route>> | undefined>> &
  Given<Route, 'body', Unbranded<BodyOf<Route>>> & {
    /** The body of a route that takes a form or bytes. */
    readonly content?: RequestBody;
  };

/** A call as it is sent. */
export interface Call extends CallSettings {
  readonly route: RouteDefinition;
  readonly params?: unknown;
  /** Undefined and null fields are left out. */
  readonly query?: unknown;
  readonly body?: RequestBody | undefined;
}

/** `CallInput` of any route. */
export interface CallParts extends CallSettings {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly content?: RequestBody;
}

/** @throws TypeError where it is no route, or its query no object */
export function callOf(route: RouteDefinition, { body, content, at, query, ...rest }: CallParts): Call {
  assertGiven(
    typeof route?.path === 'string',
    "A request takes a route, as in { method: 'GET', path: '/v1/vault' }.",
  );
  return {
    ...rest,
    route,
    query: at === undefined ? fieldsOf(query) : { ...fieldsOf(query), ...at },
    body: body === undefined || body === null ? content : jsonBody(body),
  };
}

/** A text in its place would be passed over, and everything listed. */
function fieldsOf(query: unknown): object {
  if (query === undefined || query === null) return {};
  assertGiven(isFields(query), "A query is an object, as in list({ q: 'ada' }).");
  return { ...query };
}

function jsonBody(value: unknown): RequestBody {
  return { kind: 'json', text: JSON.stringify(value) };
}

/** @throws TypeError when a path parameter is missing or empty: `/v1/patients/` would be another route. */
export function requestPath(call: Call): string {
  const params = new Map<string, unknown>(Object.entries(call.params ?? {}));
  const path = call.route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = params.get(name);
    if (value === undefined || value === null || value === '')
      throw new TypeError(`This call needs «${name}».`);
    return encodeURIComponent(String(value));
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
