/** Stores a mapped Patient in the vault: as a new record, a new version, or not at all if unchanged. */
import type { PatientRecord, PatientRecordInput } from '#contract/documents/records.ts';
import type { MappedPatient } from '#fhir/import/mapping/map-patient.ts';
import { isOwnExport } from '#fhir/import/mapping/vault-extensions.ts';
import { isOlder, type SourceVersion } from '#fhir/import/source/resource-version.ts';
import type { SourceResource } from '#fhir/import/source/source-file.ts';
import { hashFields, partsOf } from '#imports/fhir/vault/field-hashes.ts';
import { findStoredRecord, type StoredRecord } from '#imports/fhir/vault/find-stored-record.ts';
import {
  type FhirTarget,
  type ImportProvenance,
  mappedContentHash,
  provenanceAfterConflict,
  readProvenance,
  type Upserted,
} from '#imports/fhir/vault/import-provenance.ts';
import { identifierKeys, isSamePatient } from '#imports/fhir/vault/is-same-patient-or-exam.ts';
import { mergeStoredRecord, storedFieldHashes } from '#imports/fhir/vault/merge-stored-record.ts';
import type { KeptSource, SendSource } from '#imports/fhir/vault/source-archive.ts';
import { findBySource, findOwn } from '#imports/find-by-source.ts';
import { isSameJson } from '#records/merge-records.ts';

/** `kept`: the archived resource and its destination. */
export async function upsertPatient(
  target: FhirTarget,
  source: SourceResource,
  { record, tags }: MappedPatient,
  kept?: { readonly source: KeptSource; readonly send: SendSource },
): Promise<Upserted> {
  const { client, security_group_id, signal, sha256Hex } = target;
  const content_sha256 = await mappedContentHash(target, record);
  const { version } = source;
  const held: StoredRecord<'patients'> = {
    findBySource: async (sourceId) =>
      (await findBySource(client.patients, target, sourceId)) ??
      (isOwnExport(source.resource) ? await findOwn(client.patients, target, sourceId) : undefined),
    open: (id) => client.patients.get(id, {}, { signal }),
  };
  const { view, isInTrash, source_id, apart } = await findStoredRecord<'patients'>(held, target, source, {
    agrees: async (view) =>
      readProvenance(view.record.custom_attributes).content_sha256 === content_sha256 ||
      isSamePatient(view.record, record, {
        before: await storedFieldHashes(target, client.patients, view),
        now: await hashFields(partsOf(record), sha256Hex),
      }),
    apart: [record.birth_date, identifierKeys(record.identifiers).toSorted(), record.legal_name],
  });
  if (isInTrash) return { document_id: undefined, outcome: 'in_trash' };
  if (view === undefined) {
    if (target.looksOnly) return { document_id: undefined, outcome: 'created', ...(apart && { apart }) };
    const kept_source = kept && (await sendUnlessThere(kept, undefined));
    const fields = await hashFields(partsOf(record), sha256Hex);
    const mark = markOf({ source_id, content_sha256, fields, version, kept_source });
    const custom_attributes = { ...record.custom_attributes, import: mark };
    const body = { security_group_id, record: { ...record, custom_attributes }, source_id };
    const created = await client.patients.create({ ...body, ...(tags && { tags: [...tags] }) }, { signal });
    return { document_id: created.index.document_id, outcome: 'created', ...(apart && { apart }) };
  }
  const { document_id } = view.index;
  const base = { document_id, ...(apart && { apart }) };
  let done: Upserted = { ...base, outcome: 'unchanged' };
  await client.patients.edit(
    document_id,
    async (current, seen) => {
      const mark = readProvenance(current.custom_attributes);
      const isKept = kept === undefined || mark.kept_source?.sha256 === kept.source.sha256;
      if (mark.content_sha256 === content_sha256 && isKept) {
        if (target.looksOnly || !isOlder(mark.version ?? {}, version)) return undefined;
        // Stores the version, because an older one may still arrive.
        const attributes = { ...current.custom_attributes, import: { ...mark, source: 'fhir', version } };
        return { ...current, custom_attributes: attributes };
      }
      if (isOlder(version, mark.version ?? {})) {
        done = { ...base, outcome: 'older' };
        return undefined;
      }
      // Never imported: the record this export was made from, under its own id.
      const isOwn = mark.content_sha256 === undefined;
      const { external_id, ...others } = complete(record);
      const sent = isOwn && external_id === document_id ? others : { ...others, external_id };
      const merged = await mergeStoredRecord(target, client.patients, seen, sent);
      const isConflict = merged.kept.length > 0;
      done = {
        ...base,
        outcome: isConflict ? 'conflict' : 'updated',
        changed: { name: current.display_name, fields: merged.taken },
        ...(isConflict && { kept: merged.kept }),
      };
      if (isOwn && merged.taken.length === 0 && !isConflict) done = { ...base, outcome: 'unchanged' };
      if (target.looksOnly || (isOwn && merged.taken.length === 0)) return undefined;
      const kept_source =
        kept === undefined ? mark.kept_source : await sendUnlessThere(kept, mark.kept_source);
      const next = markOf({ source_id, content_sha256, fields: merged.prints, version, kept_source });
      const held = {
        ...merged.record,
        custom_attributes: {
          ...merged.record.custom_attributes,
          import: isConflict ? provenanceAfterConflict(next, mark) : next,
        },
      } satisfies PatientRecordInput;
      return isSameJson(held, current) ? undefined : held;
    },
    { signal },
  );
  return done;
}

function complete(record: PatientRecordInput): Partial<PatientRecord> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

interface MarkParts extends Pick<ImportProvenance, 'source_id' | 'content_sha256' | 'fields'> {
  readonly version: SourceVersion;
  readonly kept_source: ImportProvenance['kept_source'];
}

function markOf({ version, kept_source, ...rest }: MarkParts): ImportProvenance {
  return {
    source: 'fhir',
    ...rest,
    ...(Object.keys(version).length > 0 && { version }),
    ...(kept_source && { kept_source }),
  };
}

async function sendUnlessThere(
  { source, send }: { readonly source: KeptSource; readonly send: SendSource },
  before: ImportProvenance['kept_source'],
): Promise<NonNullable<ImportProvenance['kept_source']>> {
  if (before?.sha256 === source.sha256) return before;
  return { node_id: await send(source), sha256: source.sha256 };
}
