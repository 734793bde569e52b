/**
 * Import provenance of a record, in `custom_attributes.import`. Source changes are detected by hashes of the mapped
 * content, not by comparing records, so that edits made in the vault stay while the source is unchanged.
 */

import type { Sha256Hex } from '#bytes/sha256-hex.ts';
import type { JsonObject } from '#contract/documents/records.ts';
import { readVersion, type SourceVersion } from '#fhir/import/source/resource-version.ts';
import type { ImportTarget } from '#imports/import-source.ts';
import { isJsonObject } from '#records/json-object.ts';
import { type FieldHashes, readFieldHashes } from './field-hashes.ts';

export type PartVersions = Readonly<Record<string, SourceVersion>>;

export interface FhirTarget extends ImportTarget {
  readonly sha256Hex: Sha256Hex;
  /** True for a dry run. */
  readonly looksOnly: boolean;
  readonly nowMs: number;
}

export type UpsertOutcome = 'created' | 'updated' | 'unchanged' | 'older' | 'conflict' | 'in_trash';

export interface Upserted {
  /** Id of the stored document; undefined for a new record in a dry run. */
  readonly document_id: string | undefined;
  readonly outcome: UpsertOutcome;
  /** Name and changed fields of an existing record, if it changed. */
  readonly changed?: { readonly name: string; readonly fields: readonly string[] };
  /** Fields changed differently on both sides: the vault's values stay. */
  readonly kept?: readonly string[];
  /** Another record that has the same id and may be someone else's: this one is stored separately. */
  readonly apart?: { readonly other: string };
}

export interface ImportProvenance {
  readonly source: 'fhir';
  /** `server/Type/id`, or `Type/id` for an unnamed source. */
  readonly source_id: string;
  readonly content_sha256: string;
  /** Hashes of the source's fields. */
  readonly fields: FieldHashes;
  /** Version of the source; absent where it states none. */
  readonly version?: SourceVersion;
  /** Versions of results and texts in the exam, by `Type/id`; absent where none is stated. */
  readonly parts?: PartVersions;
  /** Names of the source's files beside its report; absent for none. */
  readonly files?: readonly string[];
  /** Set once when the source withdrew a report with a person's text, so that the mark can be removed. */
  readonly withdrawn?: true;
  /** Archived source of a patient: its file, and the SHA-256 of its text. */
  readonly kept_source?: { readonly node_id: string; readonly sha256: string };
}

/** Increment when the mappers' output changes, so that the next import updates records. */
const MAPPING_VERSION = 4;

export function mappedContentHash({ sha256Hex }: FhirTarget, content: unknown): string | Promise<string> {
  return sha256Hex(JSON.stringify([MAPPING_VERSION, content]));
}

function readParts(parts: JsonObject): PartVersions {
  return Object.fromEntries(Object.entries(parts).map(([name, version]) => [name, readVersion(version)]));
}

/** Reads the provenance of a record; missing or malformed fields are absent. */
export function readProvenance(attributes: JsonObject | null): Partial<ImportProvenance> {
  const mark = attributes?.['import'];
  if (!isJsonObject(mark)) return {};
  const { source_id, content_sha256, fields, version, parts, files, withdrawn, kept_source: kept } = mark;
  return {
    ...(typeof source_id === 'string' ? { source_id } : {}),
    ...(typeof content_sha256 === 'string' ? { content_sha256 } : {}),
    ...(isJsonObject(fields) ? { fields: readFieldHashes(fields) } : {}),
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
 * Provenance after a conflict: keeps the last complete content, so that the conflict is reported again. Its version is
 * that of the partial update, so that an older one does not replace it.
 */
export function provenanceAfterConflict<Mark extends Pick<ImportProvenance, 'content_sha256' | 'version'>>(
  next: Mark,
  before: Partial<ImportProvenance>,
): Mark {
  const version = next.version ?? before.version;
  return { ...next, content_sha256: before.content_sha256 ?? '', ...(version && { version }) };
}

/** Version of the source in an exam; older imports stored only the report's own. */
export function storedSourceVersion(attributes: JsonObject | null): SourceVersion {
  const { version } = readProvenance(attributes);
  if (version !== undefined) return version;
  const [fhir, report] = [attributes?.['fhir'], attributes?.['report']];
  return readVersion({
    issued: isJsonObject(fhir) ? fhir['issued'] : undefined,
    status: isJsonObject(report) ? report['status'] : undefined,
  });
}
