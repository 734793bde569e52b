/** Checks that every part of the OpenAPI document has a description, and that equal fields share one. */
import { describe, expect, test } from 'vitest';
import { isObject, type Json, type JsonObject } from '#server/http/openapi/components.ts';
import { ACCESS_WORDS } from '#server/http/openapi/descriptions/access-fields.ts';
import { DOCUMENT_WORDS } from '#server/http/openapi/descriptions/document-fields.ts';
import { FILE_WORDS } from '#server/http/openapi/descriptions/file-fields.ts';
import { OPERATION_WORDS } from '#server/http/openapi/descriptions/operation-descriptions.ts';
import { PARAMETER_WORDS } from '#server/http/openapi/descriptions/parameter-descriptions.ts';
import { TRAVEL_WORDS } from '#server/http/openapi/descriptions/sync-fields.ts';
import { openApiDocument } from '#server/http/openapi/document.ts';

const document = openApiDocument();
const FIELD_WORDS = [DOCUMENT_WORDS, FILE_WORDS, ACCESS_WORDS, TRAVEL_WORDS];

function at(parent: JsonObject, ...keys: string[]): JsonObject {
  return keys.reduce((value, key) => {
    const part = value[key] ?? null;
    return isObject(part) ? part : {};
  }, parent);
}

const operations = Object.values(at(document, 'paths'))
  .filter(isObject)
  .flatMap((methods) => Object.values(methods).filter(isObject));
const idOf = (operation: JsonObject) => String(operation['operationId']);

interface Field {
  readonly name: string;
  readonly place: string;
  readonly description: string;
}

/** Returns every field below a part of the document. */
function fieldsIn(value: Json, place: string): Field[] {
  if (Array.isArray(value)) return value.flatMap((part) => fieldsIn(part, place));
  if (!isObject(value)) return [];
  const own = Object.entries(at(value, 'properties')).map(([name, part]) => ({
    name,
    place,
    description: isObject(part) ? String(part['description'] ?? '') : '',
  }));
  const inside = Object.entries(value)
    .filter(([key]) => key !== 'example' && key !== 'examples')
    .flatMap(([key, part]) => fieldsIn(part, key === 'properties' ? place : `${place}/${key}`));
  return [...own, ...inside];
}

const fields = [
  ...fieldsIn(at(document, 'components', 'schemas'), 'schemas'),
  ...operations.flatMap((operation) =>
    fieldsIn([operation['requestBody'] ?? null, operation['responses'] ?? null], idOf(operation)),
  ),
];

describe('the OpenAPI document', () => {
  test('says of every operation what it does', () => {
    expect(operations.length).toBeGreaterThan(150);
    const silent = operations.filter(({ description }) => /^ |^Needs/.test(String(description ?? ' ')));
    expect(silent.map(idOf)).toEqual([]);
  });

  test('says of every parameter what it means', () => {
    const shared = at(document, 'components', 'parameters');
    const silent = operations.flatMap((operation) => {
      const parameters = Array.isArray(operation['parameters'])
        ? operation['parameters'].filter(isObject)
        : [];
      const own = parameters.map((each) =>
        each['$ref'] === undefined ? each : at(shared, String(each['$ref']).split('/').at(-1) ?? ''),
      );
      return own.filter(({ description }) => !description).map(({ name }) => `${idOf(operation)} ${name}`);
    });
    expect(silent).toEqual([]);
  });

  test('says of every field what it means', () => {
    expect(fields.length).toBeGreaterThan(1000);
    const silent = fields.filter(({ description }) => description === '');
    expect(silent.map(({ name, place }) => `${place}: ${name}`)).toEqual([]);
  });

  test('says of every header what it means, and which responses have it', () => {
    const headers = at(document, 'components', 'headers');
    expect(Object.values(headers).filter((header) => isObject(header) && !header['description'])).toEqual([]);
    const text =
      JSON.stringify(at(document, 'paths')) + JSON.stringify(at(document, 'components', 'responses'));
    const unused = Object.keys(headers).filter((name) => !text.includes(`"#/components/headers/${name}"`));
    expect(unused).toEqual([]);
    for (const name of [
      ...['x-request-id', 'x-vault-state', 'retry-after', 'x-latest-version-id', 'x-latest-draft-rev'],
      ...['x-version-id', 'x-processing-error', 'x-vault-away', 'etag', 'x-frame-rows'],
    ])
      expect(headers).toHaveProperty([name]);
    const stream = operations.find((operation) => idOf(operation) === 'streamEvents') ?? {};
    expect(JSON.stringify(stream['parameters'])).toContain('last-event-id');
  });

  test('has no words that nothing takes, and none twice', () => {
    const keys = FIELD_WORDS.flatMap((words) => Object.entries(words));
    expect(keys.length).toBe(new Set(keys.map(([key]) => key)).size);
    const said = new Set(fields.map(({ name, description }) => `${name}: ${description}`));
    const unsaid = keys.filter(([key, word]) => !said.has(`${key.split('.').at(-1)}: ${word}`));
    expect(unsaid.map(([key]) => key)).toEqual([]);
    const parameters = JSON.stringify(operations.map((operation) => operation['parameters'] ?? null));
    const unasked = Object.entries(PARAMETER_WORDS).filter(
      ([, word]) => !parameters.includes(JSON.stringify(word)),
    );
    expect(unasked).toEqual([]);
    const ids = new Set(operations.map(idOf));
    expect(Object.keys(OPERATION_WORDS).filter((id) => !ids.has(id))).toEqual([]);
  });

  test('is in short sentences without the words of the house', () => {
    const texts = [...FIELD_WORDS, PARAMETER_WORDS, OPERATION_WORDS].flatMap((words) => Object.values(words));
    const long = texts
      .flatMap((text) => text.split(/(?<=[.;:])\s/))
      .filter((part) => part.split(' ').length > 25);
    expect(long).toEqual([]);
    expect(texts.filter((text) => !/[.)]$/.test(text))).toEqual([]);
  });
});
