/**
 * Short hashes of the source's fields. A later import uses them to tell the source's changes from a person's, and
 * overwrites nothing a person wrote.
 */

import type { Sha256Hex } from '#bytes/sha256-hex.ts';
import type { JsonObject } from '#contract/documents/records.ts';
import { parseInstant } from '#contract/instant.ts';
import { isJsonObject } from '#records/json-object.ts';

/** Hashes of the fields of a record, by name. */
export type FieldHashes = Readonly<Record<string, string>>;

/** 64 bits distinguish two values of one field. */
const PRINT_CHARS = 16;
/** Custom attributes that belong to the report, or to the import itself. */
const NOT_OF_THEIR_OWN = new Set(['import', 'report']);
const DATES = new Set(['birth_date', 'exam_date']);

interface RecordParts {
  readonly custom_attributes?: JsonObject | null;
  readonly report_lexical?: string | null;
  readonly [field: string]: unknown;
}

/** The parts of a record an import writes: its fields, its attributes one by one, and its report as one. */
export function partsOf(record: RecordParts): Map<string, unknown> {
  const { custom_attributes: attributes, report_html: _, report_lexical: lexical, ...fields } = record;
  const parts = new Map(Object.entries(fields).map(([name, value]) => [name, plain(name, value)]));
  for (const [name, value] of Object.entries(attributes ?? {}))
    if (!NOT_OF_THEIR_OWN.has(name)) parts.set(`custom_attributes.${name}`, value ?? null);
  if (lexical !== undefined || attributes?.['report'] !== undefined)
    parts.set('report', [lexical ?? null, attributes?.['report'] ?? null]);
  return parts;
}

export async function hashFields(
  parts: ReadonlyMap<string, unknown>,
  sha256Hex: Sha256Hex,
): Promise<FieldHashes> {
  const prints: Record<string, string> = {};
  for (const [name, value] of parts) {
    const digest = await sha256Hex(JSON.stringify(value ?? null));
    prints[name] = digest.slice(0, PRINT_CHARS);
  }
  return prints;
}

export function readFieldHashes(fields: JsonObject): FieldHashes {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, print]) => (typeof print === 'string' ? [[name, print]] : [])),
  );
}

export interface Comparison {
  /** Fields changed at the source only, which are updated. */
  readonly taken: readonly string[];
  /** Changed on both sides, to different values. */
  readonly kept: readonly string[];
}

/** Distinguishes changes of the source from those of a person. @param before hashes from the last import. */
export function compareParts(before: FieldHashes, held: FieldHashes, incoming: FieldHashes): Comparison {
  const changed = Object.keys(incoming).filter(
    (name) => incoming[name] !== before[name] && incoming[name] !== held[name],
  );
  const isMine = (name: string) => held[name] !== undefined && held[name] !== before[name];
  return { taken: changed.filter((name) => !isMine(name)), kept: changed.filter(isMine) };
}

/** Missing values may be null or absent. */
function wholeIdentifier(identifier: unknown): unknown {
  if (!isJsonObject(identifier)) return identifier;
  const { system = null, type = null, value = null, ...others } = identifier;
  return { system, type, value, ...others };
}

/** Normalises as the vault stores it: days are instants there. */
function plain(name: string, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (name === 'identifiers' && Array.isArray(value)) return value.map(wholeIdentifier);
  return DATES.has(name) && typeof value === 'string' ? (parseInstant(value) ?? value) : value;
}
