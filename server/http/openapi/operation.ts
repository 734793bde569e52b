/** Converts one route of the contract to an operation of the document. */
import type { TSchema } from 'typebox';
import { ERROR_STATUS } from '#contract/errors/error-codes.ts';
import type { RouteDefinition } from '#contract/route.ts';
import { type Components, isObject, type Json, type JsonObject, plainSchema } from './components.ts';
import {
  addDescriptions,
  operationDescription,
  parameterDescription,
} from './descriptions/add-descriptions.ts';
import { errorResponsesOf } from './error-responses.ts';
import { bodyExampleOf, exampleOf, exampleOfPart } from './examples.ts';
import { errorHeaders, headerParameters, rangeHeaders, successHeaders } from './headers.ts';

const BINARY = { type: 'string', format: 'binary' } as const;

export function operationOf(route: RouteDefinition, components: Components): JsonObject {
  const body = requestBodyOf(route, components);
  return {
    operationId: route.operation_id,
    summary: route.summary,
    description: descriptionOf(route),
    tags: [tagOf(route.path)],
    security: [{ mutualTLS: [], ...(route.auth === 'certificate' ? {} : { session: [] }) }],
    parameters: [
      ...parametersOf(route, 'path', components),
      ...parametersOf(route, 'query', components),
      ...headerParameters(route),
    ],
    ...(body === undefined ? {} : { requestBody: body }),
    responses: { ...answersOf(route, components), ...errorsOf(route, components) },
  };
}

/** The path segment after the version. */
function tagOf(path: string): string {
  return path.split('/').find((part) => part !== '' && part !== 'v1') ?? 'vault';
}

const NEEDS: Readonly<Record<RouteDefinition['auth'], string>> = {
  certificate: 'Needs a client certificate alone.',
  session: 'Needs an unlocked session.',
  any_session: 'Needs a session; a locked one is enough.',
};

function descriptionOf(route: RouteDefinition): string {
  return [
    operationDescription(route.operation_id) ?? '',
    NEEDS[route.auth],
    ...(route.passive === true ? ['Does not keep the session awake.'] : []),
  ].join(' ');
}

function parametersOf(route: RouteDefinition, place: 'path' | 'query', components: Components): Json[] {
  const schema = place === 'path' ? route.params : route.query;
  const plain = schema === undefined ? null : plainSchema(schema);
  if (!isObject(plain)) return [];
  if (!isObject(plain['properties'] ?? null)) return [anyAttribute(plain)];
  const required = Array.isArray(plain['required']) ? plain['required'] : [];
  return Object.entries(plain['properties'] ?? {}).map(([name, part]) => {
    const description = parameterDescription(route.operation_id, name);
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: components.refer(part),
      ...(place === 'path' || required.includes(name) ? { example: exampleOfPart(part, name) } : {}),
    };
  });
}

/** Describes a query with arbitrary names: DICOM attributes. */
function anyAttribute(schema: JsonObject): Json {
  return {
    name: 'attributes',
    in: 'query',
    required: false,
    style: 'form',
    explode: true,
    description:
      'Attributes to match, by keyword or tag, with `limit`, `offset`, `includefield` and `fuzzymatching`: `?PatientName=Roe*&limit=10`.',
    schema,
  };
}

function requestBodyOf(route: RouteDefinition, components: Components): JsonObject | undefined {
  if (route.body_kind === 'bytes') {
    const type = route.body_media_type ?? 'application/octet-stream';
    return { required: true, content: { [type]: { schema: BINARY } } };
  }
  if (route.body_kind === 'multipart') {
    const fields = addDescriptions(
      route.form === undefined ? null : plainSchema(route.form),
      route.operation_id,
    );
    const properties = isObject(fields) && isObject(fields['properties'] ?? null) ? fields['properties'] : {};
    const schema = {
      type: 'object',
      properties: {
        file: { ...BINARY, description: 'The content. Its file name is the name, unless `name` is given.' },
        ...(properties as JsonObject),
      },
      required: ['file'],
      additionalProperties: false,
    };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (route.body === undefined) return undefined;
  const schema = addDescriptions(components.refer(route.body), route.operation_id);
  const content = { schema, example: bodyExampleOf(route) };
  return { required: !mayBeNone(route.body), content: { 'application/json': content } };
}

/** True when the body may be missing; a handler then gets null. */
function mayBeNone(schema: TSchema): boolean {
  const plain = plainSchema(schema);
  const union = isObject(plain) ? plain['anyOf'] : undefined;
  return Array.isArray(union) && union.some((part) => isObject(part) && part['type'] === 'null');
}

function answersOf(route: RouteDefinition, components: Components): JsonObject {
  const { response, success } = route;
  const headers = successHeaders(route);
  if (response !== undefined) {
    const schema = addDescriptions(components.refer(response), route.operation_id);
    const content = { 'application/json': { schema, example: exampleOf(response) } };
    return { [success]: { description: route.summary, headers, content } };
  }
  if (route.media_type !== undefined) {
    const schema = { type: 'string' };
    return {
      [success]: { description: route.summary, headers, content: { [route.media_type]: { schema } } },
    };
  }
  const content = { 'application/octet-stream': { schema: BINARY } };
  return {
    [success]: { description: 'The bytes, under their own media type.', headers, content },
    ...(route.has_ranges ? { 206: partialAnswer(content) } : {}),
  };
}

function partialAnswer(content: JsonObject): JsonObject {
  return {
    description: 'The range that was asked for.',
    headers: rangeHeaders(),
    content,
  };
}

function errorsOf(route: RouteDefinition, components: Components): JsonObject {
  return Object.fromEntries(
    [...errorResponsesOf(route)].map(([status, codes]) => [
      status,
      components.referError(status, codes, errorHeaders(route, status, codes)),
    ]),
  );
}

/** Lists every code with its status, for the document's description. */
export function allErrorCodes(): string {
  return Object.entries(ERROR_STATUS)
    .map(([code, status]) => `${code} (${status})`)
    .join(', ');
}
