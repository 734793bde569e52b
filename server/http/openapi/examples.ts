/** One example of a schema, valid under it. Invented; the names are nobody's. */
import type { TSchema } from 'typebox';
import { UUID_V7_PATTERN } from '#contract/ids.ts';
import type { RouteDefinition } from '#contract/route.ts';
import { isObject, type Json, type JsonObject, plainSchema } from './components.ts';

const ID = '0197a0c2-5b1e-7c3d-8f60-2a4b6c8d0e1f';
const INSTANT = '2026-03-02T09:30:00.000Z';
const BASE64URL = 'c2VhbGVk';
/** SHA-256 of `test`. */
const HEX = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const PASSPHRASE = 'violet harbour mosaic 7 lantern';

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
  draft_rev: '3',
  study: '1.2.840.113619.2.55.3.1',
  series: '1.2.840.113619.2.55.3.2',
  instance: '1.2.840.113619.2.55.3.3',
  specialist_ids: [ID],
  certificate_pem: '-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----\n',
  ca_pem: '-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----\n',
  private_key_pem: '-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----\n',
  receiver: 'ris',
  founder_key: HEX,
  key_fingerprint: HEX,
  fingerprint: HEX,
  sha256: HEX,
  hash: HEX,
  prev_hash: HEX,
  client_cn: 'nightly-5f0c21aa',
  passphrase: PASSPHRASE,
  current_passphrase: PASSPHRASE,
  base_url: 'https://127.0.0.1:8743',
  trace_id: 'trace-1',
  message: 'There is no such document.',
  code: 'not_found',
};

/** Bodies of which the schema alone does not say what goes together. */
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
};

export function exampleOf(schema: TSchema): Json {
  return exampleFor(plainSchema(schema), '');
}

export function bodyExampleOf({ operation_id, body }: RouteDefinition): Json {
  return BODIES[operation_id] ?? (body === undefined ? null : exampleOf(body));
}

/** Of one field or parameter. */
export function exampleOfPart(schema: Json, name: string): Json {
  return exampleFor(schema, name);
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
  if (name.endsWith('_id') && (pattern === undefined || new RegExp(pattern, 'u').test(ID))) return ID;
  if (name.endsWith('_at')) return INSTANT;
  const texts = [BASE64URL, ID, INSTANT, '1', HEX];
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
