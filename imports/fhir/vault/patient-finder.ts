/**
 * Finds the patient of an exam: by a reference to a resource of this import or of an earlier one, or by an
 * identifier the reference names (`identifier`, `Patient?identifier=`), of this import or in the vault.
 */

import type { FhirResource, Identifier, Reference } from '#imports/fhir/fhir-resources.ts';
import {
  type LogicalReference,
  logicalReferenceOf,
  type SourceFile,
  sourceIdOf,
} from '#imports/fhir/source/source-file.ts';
import { findBySource } from '#imports/find-by-source.ts';
import type { ImportTarget } from '#imports/import-source.ts';

/** Patients a number may stand for in the vault before it says too little. */
const CANDIDATES_MAX = 10;

export interface FoundPatient {
  /** Undefined in a dry run. */
  readonly document_id: string | undefined;
}

export function createPatientFinder(target: ImportTarget | undefined) {
  const bySource = new Map<string, FoundPatient>();
  /** Null where several patients have it. */
  const byIdentifier = new Map<string, (FoundPatient & { readonly sourceId?: string }) | null>();

  function know(sourceId: string, identifiers: readonly Identifier[], documentId: string | undefined): void {
    const found = { document_id: documentId };
    bySource.set(sourceId, found);
    for (const { system, value } of identifiers) {
      if (value === undefined) continue;
      for (const key of [identifierKey({ system, value }), identifierKey({ system: undefined, value })]) {
        const before = byIdentifier.get(key);
        const isAnothers = before === null || (before !== undefined && before.sourceId !== sourceId);
        byIdentifier.set(key, isAnothers ? null : { ...found, sourceId });
      }
    }
  }

  async function fromSource(sourceId: string): Promise<FoundPatient | undefined> {
    const known = bySource.get(sourceId);
    if (known !== undefined || target === undefined) return known;
    const found = await findBySource(target.client.patients, target, sourceId);
    if (found === undefined) return undefined;
    const patient = { document_id: found.index.document_id };
    bySource.set(sourceId, patient);
    return patient;
  }

  /** Only an identifier that one patient alone has tells who is meant. */
  async function fromIdentifier(logical: LogicalReference): Promise<FoundPatient | undefined> {
    const key = identifierKey(logical);
    const known = byIdentifier.get(key);
    if (known !== undefined || target === undefined) return known ?? undefined;
    const { client, security_group_id, signal } = target;
    const query = { q: logical.value, security_group_id } as const;
    const matching: FoundPatient[] = [];
    for (const { index } of await client.patients
      .list(query, { signal })
      .toArray({ limit: CANDIDATES_MAX })) {
      const { record } = await client.patients.get(index.document_id, {}, { signal });
      const { identifiers } = record;
      const isMeant =
        Array.isArray(identifiers) &&
        identifiers.some(
          ({ system, value }) =>
            value === logical.value && (logical.system === undefined || system === logical.system),
        );
      if (isMeant) matching.push({ document_id: index.document_id });
    }
    const [only] = matching;
    if (only === undefined || matching.length > 1) return undefined;
    byIdentifier.set(key, only);
    return only;
  }

  /** Undefined where the exam names no patient. */
  async function find(
    subject: Reference | undefined,
    file: SourceFile,
    container: FhirResource,
  ): Promise<FoundPatient | 'unresolved' | undefined> {
    if (subject === undefined) return undefined;
    const inFile = file.resolve(subject.reference, container);
    const sourceId = inFile?.source_id ?? sourceIdOf(subject.reference);
    const bySourceId = sourceId === undefined ? undefined : await fromSource(sourceId);
    if (bySourceId !== undefined) return bySourceId;
    const logical = logicalReferenceOf(subject) ?? soleIdentifier(inFile?.resource);
    return (logical === undefined ? undefined : await fromIdentifier(logical)) ?? 'unresolved';
  }

  return { know, find };
}

/** A contained patient that is no record says by its identifier who is meant. */
function soleIdentifier(resource: (FhirResource & { identifier?: unknown }) | undefined) {
  return Array.isArray(resource?.identifier)
    ? logicalReferenceOf({ identifier: resource.identifier[0] })
    : undefined;
}

function identifierKey({ system, value }: LogicalReference): string {
  return JSON.stringify([system ?? null, value]);
}
