/**
 * Puts the meaning of each field beside its schema. The contract's schemas say what is valid; the words are kept apart, once
 * for each meaning, so that a field reads alike wherever it occurs. `test/architecture/openapi-words.test.ts` holds that
 * none is missing and none is left over.
 */
import { isObject, type Json, type JsonObject } from '#server/http/openapi/components.ts';
import { ACCESS_WORDS } from './access.ts';
import { DOCUMENT_WORDS } from './documents.ts';
import { FILE_WORDS } from './files.ts';
import { DOCUMENT_OPERATIONS, OPERATION_WORDS } from './operations.ts';
import { PARAMETER_WORDS } from './parameters.ts';
import { TRAVEL_WORDS } from './travel.ts';

const FIELD_WORDS: ReadonlyMap<string, string> = new Map(
  [DOCUMENT_WORDS, FILE_WORDS, ACCESS_WORDS, TRAVEL_WORDS].flatMap((words) => Object.entries(words)),
);
/** Where a schema is inside of another without being one of its fields. */
const INSIDE = ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'];

/** @param owner name of the schema, or the operation it is part of */
export function withWords(schema: Json, owner: string, path: readonly string[] = []): Json {
  if (Array.isArray(schema)) return schema.map((part) => withWords(part, owner, path));
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]) => {
      if (key === 'properties' && isObject(part)) return [key, fieldsOf(part, owner, path)];
      return [key, INSIDE.includes(key) ? withWords(part, owner, path) : part];
    }),
  );
}

function fieldsOf(properties: JsonObject, owner: string, path: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, part]) => {
      const within = withWords(part, owner, [...path, name]);
      const word = wordOf(keysOf(owner, path, name), FIELD_WORDS);
      return [name, word !== undefined && isObject(within) ? { ...within, description: word } : within];
    }),
  );
}

/** From the most particular to the most general. */
function keysOf(owner: string, path: readonly string[], name: string): string[] {
  const parent = path.at(-1);
  return [
    [owner, ...path, name].join('.'),
    ...(parent === undefined ? [] : [`${parent}.${name}`]),
    `${owner}.${name}`,
    name,
  ];
}

function wordOf(keys: readonly string[], words: ReadonlyMap<string, string>): string | undefined {
  return words.get(keys.find((key) => words.has(key)) ?? '');
}

const PARAMETERS: ReadonlyMap<string, string> = new Map(Object.entries(PARAMETER_WORDS));

export function parameterWords(operationId: string, name: string): string | undefined {
  return wordOf([`${operationId} ${name}`, name], PARAMETERS);
}

const RESOURCE_NAME = /Patient|Exam|Template/;

/** `createPatient` is `create*`; what has words of its own has those. */
export function operationWords(operationId: string): string | undefined {
  return OPERATION_WORDS[operationId] ?? DOCUMENT_OPERATIONS[operationId.replace(RESOURCE_NAME, '*')];
}
