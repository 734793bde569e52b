/** A call of a route: its path, query, body and options. */
import type { TSchema } from 'typebox';
import type { Unbranded } from '#contract/ids.ts';
import type { BodyOf, ParamsOf, QueryOf, RouteDefinition } from '#contract/route.ts';
import type { RequestBody } from '#sdk/transport.ts';
import { assertGiven, isFields } from './argument-checks.ts';
import type { ListPosition } from './lists/changes-query.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Time limit of one attempt, in ms; a transfer's time restarts with every piece. */
  readonly timeoutMs?: number | undefined;
  /** Number of retries after the first attempt. */
  readonly maxRetries?: number | undefined;
  /** Key instead of the generated one, for POST routes that accept one. 8–128 visible ASCII characters. */
  readonly idempotencyKey?: string | undefined;
  /** True for a read that does not keep the session awake. */
  readonly passive?: boolean | undefined;
  /** Sent as `x-request-id`; the vault returns it as `trace_id`. */
  readonly requestId?: string | undefined;
}

/** Options of sending, independent of the route. */
export interface CallSettings {
  /** Position in a list, added to the query. */
  readonly at?: ListPosition;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly options?: CallOptions | undefined;
  /** True if sending twice has the same effect as once; the HTTP method decides by default. */
  readonly repeatable?: boolean | undefined;
  readonly onSent?: ((bytes: number) => void) | undefined;
}

type Given<Route, Key extends string, Value> =
  Route extends Readonly<Record<Key, TSchema>>
    ? { readonly [Name in Key]: Value }
    : { readonly [Name in Key]?: undefined };

/** Input of a call of `Route`: only the parts for which the route has a schema, typed by it. */
export type CallInput<Route extends RouteDefinition> = CallSettings &
  Given<Route, 'params', Unbranded<ParamsOf<Route>>> &
  Partial<Given<Route, 'query', Unbranded<QueryOf<Route>> | undefined>> &
  Given<Route, 'body', Unbranded<BodyOf<Route>>> & {
    /** Body of a route that accepts a form or bytes. */
    readonly content?: RequestBody;
  };

/** Call of a route as it is sent. */
export interface Call extends CallSettings {
  readonly route: RouteDefinition;
  readonly params?: unknown;
  /** Fields of the query; undefined and null ones are left out. */
  readonly query?: unknown;
  readonly body?: RequestBody | undefined;
}

/** Input of a call of any route. */
export interface CallParts extends CallSettings {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly content?: RequestBody;
}

/** Creates the call of a route. @throws TypeError if it is not a route, or its query not an object */
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

/** Refused, because a string instead of a query would be ignored and everything listed. */
function fieldsOf(query: unknown): object {
  if (query === undefined || query === null) return {};
  assertGiven(isFields(query), "A query is an object, as in list({ q: 'ada' }).");
  return { ...query };
}

function jsonBody(value: unknown): RequestBody {
  return { kind: 'json', text: JSON.stringify(value) };
}

/**
 * Builds the path of a call. @throws TypeError if a path parameter is missing or empty, because `/v1/patients/`
 * would be another route.
 */
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

/** Returns true if the body's bytes can be sent again. */
export function canReplayBody(call: Call): boolean {
  return call.body === undefined || call.body.kind === 'json' || call.body.source.repeatable;
}
