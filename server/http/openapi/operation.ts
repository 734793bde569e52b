/** One operation of the document, out of one route of the contract. */
import type { TSchema } from 'typebox';
import { ERROR_STATUS } from '#contract/error-codes.ts';
import { IDEMPOTENCY_KEY_MAX_CHARS, IDEMPOTENCY_KEY_MIN_CHARS } from '#contract/limits.ts';
import type { RouteDefinition } from '#contract/route.ts';
import { type Components, isObject, type Json, type JsonObject, plainSchema } from './components.ts';
import { errorAnswersOf } from './error-answers.ts';
import { exampleOf } from './examples.ts';

const BINARY = { type: 'string', format: 'binary' } as const;

const IDEMPOTENCY_KEY: Json = {
  name: 'idempotency-key',
  in: 'header',
  required: false,
  description: 'The same key and body within 24 hours answer the same resource again.',
  schema: {
    type: 'string',
    minLength: IDEMPOTENCY_KEY_MIN_CHARS,
    maxLength: IDEMPOTENCY_KEY_MAX_CHARS,
    pattern: '^[!-~]+$',
  },
};

const RANGE: Json = {
  name: 'range',
  in: 'header',
  required: false,
  description: 'One range of bytes, counted from 0.',
  schema: { type: 'string', pattern: '^bytes=', examples: ['bytes=0-1023'] },
};

export function operationOf(route: RouteDefinition, components: Components): JsonObject {
  const body = requestBodyOf(route, components);
  return {
    operationId: route.operation_id,
    summary: route.summary,
    tags: [tagOf(route.path)],
    security: [{ mutualTLS: [], ...(route.auth === 'certificate' ? {} : { session: [] }) }],
    parameters: [
      ...parametersOf(route.params, 'path', components),
      ...parametersOf(route.query, 'query', components),
      ...(route.idempotent_key ? [IDEMPOTENCY_KEY] : []),
      ...(route.has_ranges ? [RANGE] : []),
    ],
    ...(body === undefined ? {} : { requestBody: body }),
    responses: { ...answersOf(route, components), ...errorsOf(route, components) },
  };
}

/** First word of the path behind the version. */
function tagOf(path: string): string {
  return path.split('/').find((part) => part !== '' && part !== 'v1') ?? 'vault';
}

function parametersOf(schema: TSchema | undefined, place: 'path' | 'query', components: Components): Json[] {
  const plain = schema === undefined ? null : plainSchema(schema);
  if (!isObject(plain) || !isObject(plain['properties'] ?? null)) return [];
  const required = Array.isArray(plain['required']) ? plain['required'] : [];
  return Object.entries(plain['properties'] ?? {}).map(([name, part]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: components.refer(part),
  }));
}

function requestBodyOf(route: RouteDefinition, components: Components): JsonObject | undefined {
  if (route.body_kind === 'bytes') {
    return { required: true, content: { 'application/octet-stream': { schema: BINARY } } };
  }
  if (route.body_kind === 'multipart') {
    const fields = route.form === undefined ? null : plainSchema(route.form);
    const properties = isObject(fields) && isObject(fields['properties'] ?? null) ? fields['properties'] : {};
    const schema = {
      type: 'object',
      properties: {
        file: { ...BINARY, description: 'Its file name is the name.' },
        ...(properties as JsonObject),
      },
      required: ['file'],
      additionalProperties: false,
    };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (route.body === undefined) return undefined;
  const content = { schema: components.refer(route.body), example: exampleOf(route.body) };
  return { required: !mayBeNone(route.body), content: { 'application/json': content } };
}

/** Without a body a handler is given null. */
function mayBeNone(schema: TSchema): boolean {
  const plain = plainSchema(schema);
  const union = isObject(plain) ? plain['anyOf'] : undefined;
  return Array.isArray(union) && union.some((part) => isObject(part) && part['type'] === 'null');
}

function answersOf(route: RouteDefinition, components: Components): JsonObject {
  const { response, success } = route;
  if (response !== undefined) {
    const content = { schema: components.refer(response), example: exampleOf(response) };
    return { [success]: { description: route.summary, content: { 'application/json': content } } };
  }
  if (route.media_type !== undefined) {
    const schema = { type: 'string' };
    return { [success]: { description: route.summary, content: { [route.media_type]: { schema } } } };
  }
  const content = { 'application/octet-stream': { schema: BINARY } };
  return {
    [success]: { description: 'The bytes, under their own media type.', content },
    ...(route.has_ranges ? { 206: partialAnswer(content) } : {}),
  };
}

function partialAnswer(content: JsonObject): JsonObject {
  return {
    description: 'The range that was asked for.',
    headers: { 'content-range': { schema: { type: 'string', examples: ['bytes 0-1023/48213'] } } },
    content,
  };
}

function errorsOf(route: RouteDefinition, components: Components): JsonObject {
  return Object.fromEntries(
    [...errorAnswersOf(route)].map(([status, codes]) => [status, components.referError(status, codes)]),
  );
}

/** Every code there is, with its status, for the description of the whole. */
export function allErrorCodes(): string {
  return Object.entries(ERROR_STATUS)
    .map(([code, status]) => `${code} (${status})`)
    .join(', ');
}
