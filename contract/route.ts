/**
 * What a route of the table says of itself. The server registers routes from it, the SDK takes
 * paths and types from it, and the OpenAPI document is generated from it.
 */
import type { TSchema } from 'typebox';

/** `certificate`: a client certificate is enough. `session`: an unlocked session. `any_session`: a locked one too. */
export type RouteAuth = 'certificate' | 'session' | 'any_session';

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
  /** A POST that takes `Idempotency-Key`. */
  readonly idempotent_key?: boolean;
  /** Not activity: the idle clock runs on. */
  readonly passive?: boolean;
  readonly success: 200 | 201;
  /** Absent where the answer is a byte stream. */
  readonly response?: TSchema;
}

/** Fastify's and our clients' form of a path: `{id}` becomes `:id`. */
export function colonPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
