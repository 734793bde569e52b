/**
 * Adds descriptions to the fields of schemas. The contract's schemas only validate; descriptions are separate, one per
 * meaning, so that a field reads alike everywhere. `test/architecture/openapi-words.test.ts` checks that none is
 * missing or unused.
 */
import { isObject, type Json, type JsonObject } from '#server/http/openapi/components.ts';
import { ACCESS_WORDS } from './access-fields.ts';
import { DOCUMENT_WORDS } from './document-fields.ts';
import { FILE_WORDS } from './file-fields.ts';
import { DOCUMENT_OPERATIONS, OPERATION_WORDS } from './operation-descriptions.ts';
import { PARAMETER_WORDS } from './parameter-descriptions.ts';
import { TRAVEL_WORDS } from './sync-fields.ts';

const FIELD_WORDS: ReadonlyMap<string, string> = new Map(
  [DOCUMENT_WORDS, FILE_WORDS, ACCESS_WORDS, TRAVEL_WORDS].flatMap((words) => Object.entries(words)),
);
/** Keywords whose value is a nested schema, but no field. */
const INSIDE = ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'];

/** Adds descriptions to a schema. @param owner name of the schema, or of the operation it belongs to */
export function addDescriptions(schema: Json, owner: string, path: readonly string[] = []): Json {
  if (Array.isArray(schema)) return schema.map((part) => addDescriptions(part, owner, path));
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]) => {
      if (key === 'properties' && isObject(part)) return [key, fieldsOf(part, owner, path)];
      return [key, INSIDE.includes(key) ? addDescriptions(part, owner, path) : part];
    }),
  );
}

function fieldsOf(properties: JsonObject, owner: string, path: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, part]) => {
      const within = addDescriptions(part, owner, [...path, name]);
      const word = wordOf(keysOf(owner, path, name), FIELD_WORDS);
      return [name, word !== undefined && isObject(within) ? { ...within, description: word } : within];
    }),
  );
}

/** Lookup keys from the most to the least specific. */
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

export function parameterDescription(operationId: string, name: string): string | undefined {
  return wordOf([`${operationId} ${name}`, name], PARAMETERS);
}

const RESOURCE_NAME = /Patient|Exam|Template/;

/** The description of an operation: its own, or that of the shared form (`createPatient` is `create*`). */
export function operationDescription(operationId: string): string | undefined {
  return OPERATION_WORDS[operationId] ?? DOCUMENT_OPERATIONS[operationId.replace(RESOURCE_NAME, '*')];
}
