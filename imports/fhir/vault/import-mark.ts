/**
 * What a record remembers of its source, in `custom_attributes.import`. What changed is told by a fingerprint of the
 * mapped content, not by comparing records, so that edits made in the vault stay as long as the source says what it
 * said before.
 */
import type { JsonObject } from '#contract/documents/records.ts';
import type { ImportTarget, Sha256Hex } from '#imports/import-source.ts';
import { isJsonObject } from '#records/json-object.ts';

export interface FhirTarget extends ImportTarget {
  readonly sha256Hex: Sha256Hex;
}

export interface Upserted {
  readonly document_id: string;
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'in_trash';
}

export interface ImportMark {
  readonly source: 'fhir';
  /** `Type/id`. */
  readonly source_id: string;
  readonly content_sha256: string;
  /** Names of the files the source has beside its report; absent where it has none. */
  readonly files?: readonly string[];
  /** Of a patient: the file that holds the resource itself, and the SHA-256 of its text. */
  readonly kept_source?: { readonly node_id: string; readonly sha256: string };
}

/** Changing what the mappers make of a resource changes this number, so that the next import updates. */
const MAPPING_VERSION = 3;

export function fingerprintOf({ sha256Hex }: FhirTarget, content: unknown): string | Promise<string> {
  return sha256Hex(JSON.stringify([MAPPING_VERSION, content]));
}

/** The mark as it stands in a record; fields it lacks, or has in another form, are absent. */
export function readMark(attributes: JsonObject | null): Partial<ImportMark> {
  const mark = attributes?.['import'];
  if (!isJsonObject(mark)) return {};
  const { content_sha256, files, kept_source: kept } = mark;
  return {
    ...(typeof content_sha256 === 'string' ? { content_sha256 } : {}),
    ...(Array.isArray(files) ? { files: files.filter((name) => typeof name === 'string') } : {}),
    ...(isJsonObject(kept) && typeof kept['node_id'] === 'string' && typeof kept['sha256'] === 'string'
      ? { kept_source: { node_id: kept['node_id'], sha256: kept['sha256'] } }
      : {}),
  };
}
