/**
 * Message for a refused body, query or path: the position and the violated rule, never the value. Names are shown only
 * if the contract knows them, because a key invented by the caller may be clinical.
 * Source: choices, "Error codes"; evidence, table E, 4.
 */
import type { FastifySchemaValidationError } from 'fastify';
import { ROUTES } from '#contract/routes.ts';

const KNOWN_NAMES = new Set(
  ROUTES.flatMap(({ params, query, body }) => [params, query, body]).flatMap(namesIn),
);

/** All property names within a schema. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === 'properties' && typeof value === 'object' && value !== null ? Object.keys(value) : []),
    ...namesIn(value),
  ]);
}

/** Builds the message. @param part `body`, `querystring` or `params`. */
export function validationMessage(part: string, errors: readonly FastifySchemaValidationError[]): string {
  const error = errors.find(({ keyword }) => keyword === 'anyOf') ?? errors[0];
  if (!error) return `The ${PART_NAMES[part] ?? part} is not valid.`;
  return `${PART_NAMES[part] ?? part}${safePath(error.instancePath)} ${ruleOf(error)}.`;
}

const PART_NAMES: Readonly<Record<string, string>> = { body: 'body', querystring: 'query', params: 'path' };

function safePath(instancePath: string): string {
  return instancePath
    .split('/')
    .map((name) => (name === '' || /^\d{1,6}$/.test(name) || KNOWN_NAMES.has(name) ? name : '*'))
    .join('/');
}

/** Validation error with its rule, and the schema containing it. */
export type Violation = FastifySchemaValidationError & {
  readonly schema?: unknown;
  readonly parentSchema?: unknown;
};

function ruleOf(error: Violation): string {
  switch (error.keyword) {
    case 'additionalProperties':
      return `has a field that is not known here; known: ${knownFields(error.parentSchema)}`;
    case 'enum':
      return `must be one of: ${JSON.stringify(error.schema)}`;
    case 'pattern':
      return formOf(error.parentSchema) ?? error.message ?? 'is not valid';
    case 'anyOf':
      return 'has none of the allowed forms';
    default:
      return error.message ?? 'is not valid';
  }
}

/** The schema's own description of its format, easier to read than a regular expression. */
function formOf(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null || !('description' in schema)) return undefined;
  return `is malformed (${String(schema.description)})`;
}

function knownFields(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null || !('properties' in schema)) return 'none';
  const names = Object.keys(schema.properties ?? {});
  return names.length > 0 ? names.join(', ') : 'none';
}
