/**
 * Type of a route definition. The server registers routes from it, the SDK derives paths and types, and the OpenAPI
 * document is generated from it.
 */
import type { Static, TSchema, TUnsafe } from 'typebox';
import type { ErrorCode } from './errors/error-codes.ts';

/** `certificate`: a client certificate is enough. `session`: an unlocked session. `any_session`: a locked one too. */
export type RouteAuth = 'certificate' | 'session' | 'any_session';

/** The value `none` on a GET: the request does not count as activity. */
export const SESSION_ACTIVITY_HEADER = 'x-session-activity';

/** Encoding of the body: JSON (the default), one multipart form, or raw bytes. */
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
  /** Media type of raw bytes; `application/octet-stream` by default. */
  readonly body_media_type?: string;
  /** Fields of a multipart form beside its single part `file`. */
  readonly form?: TSchema;
  /** A POST that accepts `Idempotency-Key`. */
  readonly idempotent_key?: boolean;
  /** True for a call that does not count as session activity. */
  readonly passive?: boolean;
  readonly success: 200 | 201 | 202;
  /** Schema of the response body; absent where the response is a byte stream. */
  readonly response?: TSchema;
  /** Numbers in the response keep their text: clients that write them again must keep their precision. */
  readonly keeps_decimals?: boolean;
  /** Media type of a byte stream; by default the content's own. */
  readonly media_type?: string;
  /** A byte stream that supports one range. */
  readonly has_ranges?: boolean;
  /** Error codes beyond those implied by certificate, session, parameters and body. */
  readonly errors?: readonly ErrorCode[];
}

type PartName = 'params' | 'query' | 'body' | 'response';

type Typed<Schema> = Schema extends { readonly '~unsafe': unknown }
  ? Schema
  : Schema extends TSchema
    ? TUnsafe<Static<Schema>>
    : never;

/** Routes with named types for their parts, so that generic code does not make the compiler evaluate `Static`. */
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

/** Types of a route's path, query, body and response by its schemas; `unknown` where absent. */
export type ParamsOf<Route> = Part<Route, 'params', unknown>;
export type QueryOf<Route> = Part<Route, 'query', unknown>;
export type BodyOf<Route> = Part<Route, 'body', unknown>;
export type ResponseOf<Route> = Part<Route, 'response', unknown>;

/** Converts a path to the form of Fastify and our clients: `{id}` becomes `:id`. */
export function colonPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
