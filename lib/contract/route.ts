/**
 * What a route of the table says of itself. The server registers routes from it, the SDK takes
 * paths and types from it, and the OpenAPI document is generated from it.
 */
import type { Static, TSchema, TUnsafe } from 'typebox';
import type { ErrorCode } from './errors/error-codes.ts';

/** `certificate`: a client certificate is enough. `session`: an unlocked session. `any_session`: a locked one too. */
export type RouteAuth = 'certificate' | 'session' | 'any_session';

/** With the value `none` on a GET: the request is no activity, whatever its route. */
export const SESSION_ACTIVITY_HEADER = 'x-session-activity';

/** How the body travels: JSON (the default), one multipart form, or raw bytes. */
export type RouteBodyKind = 'json' | 'multipart' | 'bytes';

export interface RouteDefinition {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** OpenAPI form: `/v1/patients/{patient_id}`. */
  readonly path: string;
  readonly operation_id: string;
  readonly summary: string;
  readonly auth: RouteAuth;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly body_kind?: RouteBodyKind;
  /** Of raw bytes: the type they are sent under; `application/octet-stream` where absent. */
  readonly body_media_type?: string;
  /** Of a multipart form: the fields beside its one part `file`. */
  readonly form?: TSchema;
  /** A POST that takes `Idempotency-Key`. */
  readonly idempotent_key?: boolean;
  /** Not activity: the idle clock runs on. */
  readonly passive?: boolean;
  readonly success: 200 | 201 | 202;
  /** Absent where the answer is a byte stream. */
  readonly response?: TSchema;
  /** Numbers of the answer say more than their value: whoever reads it and writes it again writes them as they stood. */
  readonly keeps_decimals?: boolean;
  /** Of a byte stream; whatever the content is where absent. */
  readonly media_type?: string;
  /** A byte stream of which one range may be asked for. */
  readonly has_ranges?: boolean;
  /** Error codes beyond those that follow from certificate, session, parameters and body. */
  readonly errors?: readonly ErrorCode[];
}

type PartName = 'params' | 'query' | 'body' | 'response';

type Typed<Schema> = Schema extends { readonly '~unsafe': unknown }
  ? Schema
  : Schema extends TSchema
    ? TUnsafe<Static<Schema>>
    : never;

/** Routes whose parts name their types, so that code generic over a route never asks the compiler for `Static`. */
export type TypedRoutes<Routes> = {
  readonly [Name in keyof Routes]: {
    readonly [Key in keyof Routes[Name]]: Key extends PartName ? Typed<Routes[Name][Key]> : Routes[Name][Key];
  };
};

export function typedRoutes<const Routes extends Readonly<Record<string, RouteDefinition>>>(
  routes: Routes,
): TypedRoutes<Routes>;
export function typedRoutes(
  routes: Readonly<Record<string, RouteDefinition>>,
): Readonly<Record<string, RouteDefinition>> {
  return routes;
}

type Part<Route, Key extends string, Absent> =
  Route extends Readonly<Record<Key, { readonly '~unsafe': infer Value }>> ? Value : Absent;

/** What a route's path, query and body hold and what it answers, as its schemas say; `unknown` where it has none. */
export type ParamsOf<Route> = Part<Route, 'params', unknown>;
export type QueryOf<Route> = Part<Route, 'query', unknown>;
export type BodyOf<Route> = Part<Route, 'body', unknown>;
export type ResponseOf<Route> = Part<Route, 'response', unknown>;

/** Fastify's and our clients' form of a path: `{id}` becomes `:id`. */
export function colonPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
