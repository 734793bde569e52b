/**
 * Finds an exam's patient: by a reference to a resource of this or an earlier import, or by an identifier in the
 * reference (`identifier`, `Patient?identifier=`). Replaced patients lead to their replacement.
 */
import type { PatientRecord } from '#contract/documents/records.ts';
import type { FhirResource, Identifier, Reference } from '#fhir/import/fhir-resources.ts';
import { type LogicalReference, logicalReferenceOf } from '#fhir/import/source/logical-reference.ts';
import { bareId, isUniqueId } from '#fhir/import/source/resource-identity.ts';
import type { SourceFile } from '#fhir/import/source/source-file.ts';
import { readProvenance } from '#imports/fhir/vault/import-provenance.ts';
import { findBySource } from '#imports/find-by-source.ts';
import type { ImportTarget } from '#imports/import-source.ts';
import { foldText } from '#records/folded-text.ts';
import type { AmbiguousPatient } from './ambiguous-patient.ts';

/** Patients with an identifier; with more it is not specific enough. */
const CANDIDATES_MAX = 10;
/** Longest chain of replacements. */
const REPLACED_MAX = 10;

export interface FoundPatient {
  /** Id of the patient's document; undefined in a dry run. */
  readonly document_id: string | undefined;
  /** Set where it is uncertain whether the patient is already in the vault: their exams wait for a decision. */
  readonly waiting?: AmbiguousPatient | undefined;
}

export interface KnownPatient extends FoundPatient {
  readonly address: string;
  readonly source_id: string;
  readonly identifiers: readonly Identifier[];
  readonly birthDate: string | undefined;
  /** Address of the replacement. */
  readonly replacedBy: string | undefined;
}

/** The patient with an identifier; null where several patients have it. */
type Holder = (FoundPatient & { readonly source_id: string; readonly birthDate: string | undefined }) | null;

export function createPatientFinder(target: ImportTarget | undefined) {
  const byAddress = new Map<string, FoundPatient>();
  const byIdentifier = new Map<string, Holder>();
  const replaced = new Map<string, string>();

  function know({
    address,
    source_id,
    identifiers,
    birthDate,
    replacedBy,
    document_id,
    waiting,
  }: KnownPatient): void {
    const found = { document_id, waiting };
    byAddress.set(address, found);
    byAddress.set(source_id, found);
    if (replacedBy !== undefined) replaced.set(address, replacedBy);
    for (const { system, value } of identifiers) {
      if (value === undefined) continue;
      for (const key of [identifierKey({ system, value }), identifierKey({ system: undefined, value })]) {
        const before = byIdentifier.get(key);
        const isAnothers = before === null || (before !== undefined && before.source_id !== source_id);
        byIdentifier.set(key, isAnothers ? null : { ...found, source_id, birthDate });
      }
    }
  }

  /** Adds another address of a known patient. */
  function knowAs(address: string, found: FoundPatient): void {
    byAddress.set(address, found);
  }

  /** Records that another patient replaced this one. */
  function replace(address: string, by: string): void {
    replaced.set(address, by);
  }

  function followed(address: string): string {
    let at = address;
    for (let step = 0; step < REPLACED_MAX; step += 1) {
      const next = replaced.get(at);
      // A chain without target ends at the last known patient.
      if (next === undefined || !byAddress.has(next)) break;
      at = next;
    }
    return at;
  }

  /** A patient of an earlier import: an id alone counts only if it is unique, or the name agrees. */
  async function fromVault(sourceId: string, display: string | undefined): Promise<FoundPatient | undefined> {
    if (target === undefined) return undefined;
    const { patients } = target.client;
    for (const tag of new Set([sourceId, bareId(sourceId)])) {
      const index = (await findBySource(patients, target, tag))?.index;
      if (index === undefined || index.is_deleted) continue;
      const { record } = await patients.get(index.document_id, {}, { signal: target.signal });
      const of = readProvenance(record.custom_attributes).source_id ?? tag;
      const isNamed = of === sourceId && (sourceId !== bareId(sourceId) || isUniqueId(sourceId));
      const isUnnamed = of === bareId(of) && tag === of;
      if (!isNamed && !(isUnnamed && (isUniqueId(of) || isCalled(record, display)))) continue;
      const found = { document_id: index.document_id };
      byAddress.set(sourceId, found);
      return found;
    }
    return undefined;
  }

  /** Finds a patient by an identifier, which only counts for a single patient; a different birth date excludes. */
  async function fromIdentifier(
    logical: LogicalReference,
    birthDate?: string,
  ): Promise<FoundPatient | undefined> {
    const key = identifierKey(logical);
    const known = byIdentifier.get(key);
    if (known !== undefined)
      return known !== null && isBornAlike(known.birthDate, birthDate) ? known : undefined;
    if (target === undefined) return undefined;
    const { client, security_group_id, signal } = target;
    const query = { q: logical.value, security_group_id } as const;
    const matching: (FoundPatient & { readonly birthDate: string | undefined })[] = [];
    for (const { index } of await client.patients
      .list(query, { signal })
      .toArray({ limit: CANDIDATES_MAX })) {
      const { record } = await client.patients.get(index.document_id, {}, { signal });
      if (holds(record, logical))
        matching.push({ document_id: index.document_id, birthDate: record.birth_date ?? undefined });
    }
    const [only] = matching;
    if (only === undefined || matching.length > 1) return undefined;
    return isBornAlike(only.birthDate, birthDate) ? only : undefined;
  }

  /** Finds the patient of an exam; undefined where it names none. */
  async function find(
    subject: Reference | undefined,
    file: SourceFile,
    container: FhirResource,
  ): Promise<FoundPatient | 'unresolved' | undefined> {
    if (subject === undefined) return undefined;
    const inFile = file.resolve(subject.reference, container);
    const addresses = inFile === undefined ? file.addresses(subject.reference, container) : [inFile.address];
    for (const address of addresses) {
      const known = byAddress.get(followed(address));
      if (known !== undefined) return known;
    }
    for (const address of addresses) {
      const held = await fromVault(address, subject.display);
      if (held !== undefined) return held;
    }
    const logical = logicalReferenceOf(subject) ?? soleIdentifier(inFile?.resource);
    return (logical === undefined ? undefined : await fromIdentifier(logical)) ?? 'unresolved';
  }

  return { know, knowAs, replace, find, fromIdentifier };
}

function holds({ identifiers }: PatientRecord, { system, value }: LogicalReference): boolean {
  return (
    Array.isArray(identifiers) &&
    identifiers.some(
      (identifier) => identifier.value === value && (system === undefined || identifier.system === system),
    )
  );
}

function isCalled({ legal_name, display_name }: PatientRecord, display: string | undefined): boolean {
  if (display === undefined) return false;
  return [legal_name, display_name].some((name) => foldText(name) === foldText(display));
}

function isBornAlike(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one.slice(0, 10) === other.slice(0, 10);
}

/** A contained patient without a record is identified by its identifier. */
function soleIdentifier(resource: (FhirResource & { identifier?: unknown }) | undefined) {
  return Array.isArray(resource?.identifier)
    ? logicalReferenceOf({ identifier: resource.identifier[0] })
    : undefined;
}

function identifierKey({ system, value }: LogicalReference): string {
  return JSON.stringify([system ?? null, value]);
}
