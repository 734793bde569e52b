/** Generates an example that is valid under a schema. All names are invented. */
import type { TSchema } from 'typebox';
import { UUID_V7_PATTERN } from '#contract/ids.ts';
import type { RouteDefinition } from '#contract/route.ts';
import { isObject, type Json, type JsonObject, plainSchema } from './components.ts';
import { BASE64URL, BY_NAME, HEX, ID, INSTANT, PASSPHRASE, TEXTS } from './example-values.ts';

/** Request bodies whose fields depend on each other, which a schema alone does not say. */
const BODIES: Readonly<Record<string, Json>> = {
  openSession: { passphrase: PASSPHRASE },
  patchNode: { name: 'Referral letter.pdf' },
  patchSettings: { idle_lock_seconds: 900 },
  patchBackups: { keep_daily: 7 },
  patchReceiver: { ae_title: 'SRVAULT' },
  decideFinding: { code: 'state_differs', id: ID, decision: 'keep' },
  lockSession: { all: true },
  setPassphrase: { current_passphrase: PASSPHRASE, passphrase: 'copper orchard 9 lantern tide' },
  pullNodes: { security_group_id: ID, after: '' },
  createFolder: { name: 'Prior studies' },
  startUpload: { name: 'CT chest.zip', size: 48_213 },
  checkSpelling: { language: 'en', words: ['pneumothroax'] },
  suggestSpelling: { language: 'en', word: 'pneumothroax' },
  erasePatient: { reason: 'Asked for in writing on 2 March 2026.' },
  putClinicAddresses: { addresses: ['https://127.0.0.1:8743'] },
  takeGroupAlong: { security_group_id: ID, since: INSTANT },
};

/** Optional, but shown: without it an update overwrites any newer version. */
const EXPECTED = 'expected_latest_version_id';

export function exampleOf(schema: TSchema): Json {
  return exampleFor(plainSchema(schema), '');
}

export function bodyExampleOf({ operation_id, body }: RouteDefinition): Json {
  return BODIES[operation_id] ?? (body === undefined ? null : exampleOf(body));
}

/** Example of one field or parameter. */
export function exampleOfPart(schema: Json, name: string): Json {
  return exampleFor(schema, name);
}

function exampleFor(schema: Json, name: string): Json {
  if (!isObject(schema)) return {};
  const known = BY_NAME[name];
  if (known !== undefined && fits(schema, known)) return known;
  const [first] = choicesOf(schema, name);
  if (first !== undefined) return first;
  if (typeOf(schema) === 'object' || isObject(schema['properties'] ?? null)) return objectFor(schema);
  if (typeOf(schema) === 'array') return Number(schema['minItems'] ?? 1) > 0 ? [itemOf(schema, name)] : [];
  return scalarFor(schema, name);
}

function itemOf(schema: JsonObject, name: string): Json {
  return exampleFor(schema['items'] ?? {}, name.replace(/s$/, ''));
}

/** The values of an enumeration, or examples of alternatives. */
function choicesOf(schema: JsonObject, name: string): readonly Json[] {
  if (schema['const'] !== undefined) return [schema['const']];
  if (Array.isArray(schema['enum'])) return schema['enum'];
  const union = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(union)) return union.slice(0, 1).map((part) => exampleFor(part, name));
  return [];
}

/** Includes every required field, and optional ones with a known example. */
function objectFor(schema: JsonObject): JsonObject {
  const properties = isObject(schema['properties'] ?? null) ? Object.entries(schema['properties'] ?? {}) : [];
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const isShown = (name: string) =>
    required.includes(name) ||
    (name === EXPECTED && required.includes('record')) ||
    (required.length === 0 && name in BY_NAME);
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
  if (name.endsWith('_id') && (pattern === undefined || new RegExp(pattern, 'u').test(ID))) return ID;
  if (name.endsWith('_at')) return INSTANT;
  const texts = [...(TEXTS[name] === undefined ? [] : [TEXTS[name]]), BASE64URL, ID, INSTANT, '1', HEX];
  return texts.find((text) => pattern === undefined || new RegExp(pattern, 'u').test(text)) ?? '';
}

/** Returns the first type of a schema that is not null. */
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
