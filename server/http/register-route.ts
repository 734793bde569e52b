/**
 * Registers a route of the contract's table. Method, path, schemas, session requirement and the handler's types come
 * from the definition, so code and contract cannot differ.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { VaultError } from '#contract/errors/vault-error.ts';
import {
  type BodyOf,
  colonPath,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  type RouteDefinition,
} from '#contract/route.ts';
import type { PreserializedJson } from '#server/system/preserialized-json.ts';
import { fairTurnHook } from './request/fair-scheduling.ts';
import { ACCEPTS_JSON, ACCEPTS_NO_BODY, acceptsMediaType } from './request/json-body.ts';
import { sessionHook } from './request/request-session.ts';

/** A validated request, typed by the route's definition. */
export type RouteRequest<Definition extends RouteDefinition> = FastifyRequest & {
  readonly params: ParamsOf<Definition>;
  readonly query: QueryOf<Definition>;
  readonly body: BodyOf<Definition>;
};

/** Result of a handler: the body of its response schema, or its JSON; byte streams are sent by the handler itself. */
type HandlerResult<Definition extends RouteDefinition> = Definition extends { readonly response: TSchema }
  ? ResponseOf<Definition> | PreserializedJson<ResponseOf<Definition>>
  : FastifyReply;

export type RouteHandler<Definition extends RouteDefinition> = (
  request: RouteRequest<Definition>,
  reply: FastifyReply,
) => HandlerResult<Definition> | Promise<HandlerResult<Definition>>;

const NO_FIELDS = Type.Object({}, { additionalProperties: false });

/** Adds the route to `app`; a GET also serves HEAD. */
export function addRoute<const Definition extends RouteDefinition>(
  app: FastifyInstance,
  definition: Definition,
  handler: RouteHandler<Definition>,
): void {
  app.route({
    method: definition.method,
    url: colonPath(definition.path),
    config: { operation_id: definition.operation_id, takes: takesOf(definition) },
    schema: schemaOf(definition),
    ...hooksOf(definition),
    handler: async (request, reply) => {
      if (definition.success !== 200) reply.code(definition.success);
      // Safe cast: Fastify has validated the request against the definition's schemas.
      return handler(request as RouteRequest<Definition>, reply);
    },
  });
}

function schemaOf(definition: RouteDefinition): FastifySchema {
  return {
    params: definition.params ?? NO_FIELDS,
    querystring: definition.query ?? NO_FIELDS,
    ...(definition.body ? { body: definition.body } : {}),
  };
}

function hooksOf(definition: RouteDefinition) {
  const [session, turn] = [sessionHook(definition), fairTurnHook(definition)];
  if (!takesJson(definition)) return { onRequest: [session, turn] };
  return { onRequest: session, preValidation: [turn, definition.body ? refuseStreams : refuseBody] };
}

function takesJson(definition: RouteDefinition): boolean {
  return definition.method !== 'GET' && (definition.body_kind ?? 'json') === 'json';
}

function takesOf({ body, body_kind = 'json', body_media_type }: RouteDefinition): string {
  if (body_kind === 'multipart') return acceptsMediaType('multipart/form-data');
  if (body_kind === 'bytes') return acceptsMediaType(body_media_type ?? 'application/octet-stream');
  return body === undefined ? ACCEPTS_NO_BODY : ACCEPTS_JSON;
}

type Done = (error?: Error) => void;

/** Refuses a streamed body on a JSON route whose scope also accepts other media types. */
function refuseStreams(request: FastifyRequest, _reply: FastifyReply, done: Done): void {
  if (isStream(request.body)) {
    done(new VaultError('invalid_request', ACCEPTS_JSON));
  } else done();
}

function refuseBody(request: FastifyRequest, _reply: FastifyReply, done: Done): void {
  const { body } = request;
  const isEmpty =
    body === undefined ||
    body === null ||
    (typeof body === 'object' && !isStream(body) && !Array.isArray(body) && Object.keys(body).length === 0);
  if (isEmpty) done();
  else done(new VaultError('invalid_request', ACCEPTS_NO_BODY));
}

function isStream(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'pipe' in body && typeof body.pipe === 'function';
}
