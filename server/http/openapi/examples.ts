/** One example of a schema, valid under it. Invented; the names are nobody's. */
import type { TSchema } from 'typebox';
import { UUID_V7_PATTERN } from '#contract/ids.ts';
import { isObject, type Json, type JsonObject, plainSchema } from './components.ts';

const ID = '0197a0c2-5b1e-7c3d-8f60-2a4b6c8d0e1f';
const INSTANT = '2026-03-02T09:30:00.000Z';
const BASE64URL = 'c2VhbGVk';

/** What a field of this name usually holds, where its schema allows it. */
const BY_NAME: Readonly<Record<string, Json>> = {
  name: 'Northgate',
  display_name: 'Ada Example',
  legal_name: 'Ada Maria Example',
  patient_name: 'Ada Example',
  birth_date: '1961-07-14',
  exam_date: '2026-03-02',
  title: 'CT chest',
  modality: 'CT',
  accession_number: 'ACC-1042',
  report_html: '<p>No pneumothorax.</p>',
  report_lexical: null,
  email: 'ada@example.org',
  phone: '+44 20 7946 0000',
  tags: ['urgent'],
  mime_type: 'application/pdf',
  size: 48_213,
  part_size: 8_388_608,
  next_cursor: null,
  cursor: null,
  client_cn: 'nightly-5f0c21aa',
  passphrase: 'violet harbour mosaic 7 lantern',
  new_passphrase: 'violet harbour mosaic 7 lantern',
  base_url: 'https://127.0.0.1:8743',
  trace_id: 'trace-1',
  message: 'There is no such document.',
  code: 'not_found',
};

export function exampleOf(schema: TSchema): Json {
  return exampleFor(plainSchema(schema), '');
}

function exampleFor(schema: Json, name: string): Json {
  if (!isObject(schema)) return {};
  const known = BY_NAME[name];
  if (known !== undefined && fits(schema, known)) return known;
  const [first] = choicesOf(schema);
  if (first !== undefined) return first;
  if (typeOf(schema) === 'object' || isObject(schema['properties'] ?? null)) return objectFor(schema);
  if (typeOf(schema) === 'array') return Number(schema['minItems'] ?? 1) > 0 ? [itemOf(schema, name)] : [];
  return scalarFor(schema, name);
}

function itemOf(schema: JsonObject, name: string): Json {
  return exampleFor(schema['items'] ?? {}, name.replace(/s$/, ''));
}

/** The first of an enumeration or of alternatives. */
function choicesOf(schema: JsonObject): readonly Json[] {
  if (schema['const'] !== undefined) return [schema['const']];
  if (Array.isArray(schema['enum'])) return schema['enum'];
  const union = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(union)) return union.slice(0, 1).map((part) => exampleFor(part, ''));
  return [];
}

/** Every required field, and the ones whose names say what they hold. */
function objectFor(schema: JsonObject): JsonObject {
  const properties = isObject(schema['properties'] ?? null) ? Object.entries(schema['properties'] ?? {}) : [];
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const isShown = (name: string) => required.includes(name) || (required.length === 0 && name in BY_NAME);
  const shown = properties.filter(([name]) => isShown(name));
  const least = Number(schema['minProperties'] ?? 0);
  const fields = shown.length >= least ? shown : properties.slice(0, least);
  return Object.fromEntries(fields.map(([name, part]) => [name, exampleFor(part, name)]));
}

function scalarFor(schema: JsonObject, name: string): Json {
  switch (typeOf(schema)) {
    case 'null':
      return null;
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return Number(schema['minimum'] ?? 1);
    case 'string':
      return textFor(schema, name);
    default:
      return {};
  }
}

function textFor(schema: JsonObject, name: string): string {
  const pattern = typeof schema['pattern'] === 'string' ? schema['pattern'] : undefined;
  if (pattern === UUID_V7_PATTERN) return ID;
  if (name.endsWith('_at')) return INSTANT;
  const texts = [BASE64URL, ID, INSTANT, '1', 'a'.repeat(64)];
  return texts.find((text) => pattern === undefined || new RegExp(pattern, 'u').test(text)) ?? '';
}

/** The first that is not null. */
function typeOf(schema: JsonObject): Json | undefined {
  const { type } = schema;
  if (!Array.isArray(type)) return type;
  return type.find((each) => each !== 'null');
}

function fits(schema: JsonObject, value: Json): boolean {
  const { type } = schema;
  const types = Array.isArray(type) ? type : [type];
  if (value === null) return types.includes('null');
  if (Array.isArray(value)) return types.includes('array');
  const kind = typeof value === 'number' ? 'integer' : typeof value;
  if (!types.includes(kind) || schema['enum'] !== undefined) return false;
  return typeof schema['pattern'] !== 'string' || new RegExp(schema['pattern'], 'u').test(String(value));
}
