/**
 * Registers a route of the contract's table: method, path, schemas and the session it needs all come
 * from the definition, so that code and contract cannot part. The handler's types come from it too.
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
import { TAKES_JSON, TAKES_NO_BODY, takesType } from './request/json-body.ts';
import { sessionHook } from './request/request-session.ts';
import { turnHook } from './request/request-turn.ts';

/** A request as the handler of `Definition` sees it: checked against its schemas. */
export type RouteRequest<Definition extends RouteDefinition> = FastifyRequest & {
  readonly params: ParamsOf<Definition>;
  readonly query: QueryOf<Definition>;
  readonly body: BodyOf<Definition>;
};

/** What a handler returns: the body of its response schema, or its JSON; a byte stream is sent by the handler itself. */
type HandlerResult<Definition extends RouteDefinition> = Definition extends { readonly response: TSchema }
  ? ResponseOf<Definition> | PreserializedJson<ResponseOf<Definition>>
  : FastifyReply;

export type RouteHandler<Definition extends RouteDefinition> = (
  request: RouteRequest<Definition>,
  reply: FastifyReply,
) => HandlerResult<Definition> | Promise<HandlerResult<Definition>>;

const NO_FIELDS = Type.Object({}, { additionalProperties: false });

/** Adds the route to `app`; a GET answers HEAD too. */
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
      // Fastify has held the request to the definition's schemas by now: here the types say so.
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
  const [session, turn] = [sessionHook(definition), turnHook(definition)];
  if (!takesJson(definition)) return { onRequest: [session, turn] };
  return { onRequest: session, preValidation: [turn, definition.body ? refuseStreams : refuseBody] };
}

function takesJson(definition: RouteDefinition): boolean {
  return definition.method !== 'GET' && (definition.body_kind ?? 'json') === 'json';
}

function takesOf({ body, body_kind = 'json', body_media_type }: RouteDefinition): string {
  if (body_kind === 'multipart') return takesType('multipart/form-data');
  if (body_kind === 'bytes') return takesType(body_media_type ?? 'application/octet-stream');
  return body === undefined ? TAKES_NO_BODY : TAKES_JSON;
}

type Done = (error?: Error) => void;

/** A scope may know other media types for its neighbours; a stream is no JSON body. */
function refuseStreams(request: FastifyRequest, _reply: FastifyReply, done: Done): void {
  if (isStream(request.body)) {
    done(new VaultError('invalid_request', TAKES_JSON));
  } else done();
}

function refuseBody(request: FastifyRequest, _reply: FastifyReply, done: Done): void {
  const { body } = request;
  const isEmpty =
    body === undefined ||
    body === null ||
    (typeof body === 'object' && !isStream(body) && !Array.isArray(body) && Object.keys(body).length === 0);
  if (isEmpty) done();
  else done(new VaultError('invalid_request', TAKES_NO_BODY));
}

function isStream(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'pipe' in body && typeof body.pipe === 'function';
}
