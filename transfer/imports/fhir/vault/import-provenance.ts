/**
 * What a record remembers of its source, in `custom_attributes.import`. What changed is told by fingerprints of the
 * mapped content, not by comparing records, so that edits made in the vault stay as long as the source says what it
 * said before.
 */

import type { Sha256Hex } from '#bytes/sha256-hex.ts';
import type { JsonObject } from '#contract/documents/records.ts';
import { readVersion, type SourceVersion } from '#fhir/import/source/version.ts';
import type { ImportTarget } from '#imports/import-source.ts';
import { isJsonObject } from '#records/json-object.ts';
import { type FieldPrints, readPrints } from './field-prints.ts';

export type PartVersions = Readonly<Record<string, SourceVersion>>;

export interface FhirTarget extends ImportTarget {
  readonly sha256Hex: Sha256Hex;
  /** Says what it would do and does nothing. */
  readonly looksOnly: boolean;
  readonly nowMs: number;
}

export type UpsertOutcome = 'created' | 'updated' | 'unchanged' | 'older' | 'conflict' | 'in_trash';

export interface Upserted {
  /** Undefined for a record that is only looked at and not there yet. */
  readonly document_id: string | undefined;
  readonly outcome: UpsertOutcome;
  /** The record was there, and these fields of it are others now. */
  readonly changed?: { readonly name: string; readonly fields: readonly string[] };
  /** Fields the source and a person changed differently: the vault's stay. */
  readonly kept?: readonly string[];
  /** Another record has the same id and cannot be told to be the same: this one stands beside it. */
  readonly apart?: { readonly other: string };
}

export interface ImportProvenance {
  readonly source: 'fhir';
  /** `server/Type/id`, or `Type/id` of a source that is not named. */
  readonly source_id: string;
  readonly content_sha256: string;
  /** Of what the source said, field by field. */
  readonly fields: FieldPrints;
  /** Which state of the source it is; absent where the source says none. */
  readonly version?: SourceVersion;
  /** Of results and texts that are part of an exam, by `Type/id`; absent where none says its state. */
  readonly parts?: PartVersions;
  /** Names of the files the source has beside its report; absent where it has none. */
  readonly files?: readonly string[];
  /** Its source withdrew the report of an exam, and the text is a person's: set once, so that it can be taken back. */
  readonly withdrawn?: true;
  /** Of a patient: the file that holds the resource itself, and the SHA-256 of its text. */
  readonly kept_source?: { readonly node_id: string; readonly sha256: string };
}

/** Changing what the mappers make of a resource changes this number, so that the next import updates. */
const MAPPING_VERSION = 4;

export function fingerprintOf({ sha256Hex }: FhirTarget, content: unknown): string | Promise<string> {
  return sha256Hex(JSON.stringify([MAPPING_VERSION, content]));
}

function readParts(parts: JsonObject): PartVersions {
  return Object.fromEntries(Object.entries(parts).map(([name, version]) => [name, readVersion(version)]));
}

/** The mark as it stands in a record; fields it lacks, or has in another form, are absent. */
export function readMark(attributes: JsonObject | null): Partial<ImportProvenance> {
  const mark = attributes?.['import'];
  if (!isJsonObject(mark)) return {};
  const { source_id, content_sha256, fields, version, parts, files, withdrawn, kept_source: kept } = mark;
  return {
    ...(typeof source_id === 'string' ? { source_id } : {}),
    ...(typeof content_sha256 === 'string' ? { content_sha256 } : {}),
    ...(isJsonObject(fields) ? { fields: readPrints(fields) } : {}),
    ...(isJsonObject(version) ? { version: readVersion(version) } : {}),
    ...(Array.isArray(files) ? { files: files.filter((name) => typeof name === 'string') } : {}),
    ...(isJsonObject(parts) ? { parts: readParts(parts) } : {}),
    ...(withdrawn === true ? { withdrawn } : {}),
    ...(isJsonObject(kept) && typeof kept['node_id'] === 'string' && typeof kept['sha256'] === 'string'
      ? { kept_source: { node_id: kept['node_id'], sha256: kept['sha256'] } }
      : {}),
  };
}

/**
 * The mark of a conflict: told again as long as it stands, so that the content is still the last one taken whole. What was
 * taken in part is of the state it says: an older one must not come over it.
 */
export function standing<Mark extends Pick<ImportProvenance, 'content_sha256' | 'version'>>(
  next: Mark,
  before: Partial<ImportProvenance>,
): Mark {
  const version = next.version ?? before.version;
  return { ...next, content_sha256: before.content_sha256 ?? '', ...(version && { version }) };
}

/** Which state of its source an exam holds; earlier imports kept only what its report says of itself. */
export function heldVersion(attributes: JsonObject | null): SourceVersion {
  const { version } = readMark(attributes);
  if (version !== undefined) return version;
  const [fhir, report] = [attributes?.['fhir'], attributes?.['report']];
  return readVersion({
    issued: isJsonObject(fhir) ? fhir['issued'] : undefined,
    status: isJsonObject(report) ? report['status'] : undefined,
  });
}
