/** Puts a mapped Patient into the vault: a new one, a new version of the one with the same source id, or nothing. */
import type { PatientRecordInput } from '#contract/documents/records.ts';
import type { MappedPatient } from '#imports/fhir/mapping/map-patient.ts';
import { findBySource } from '#imports/find-by-source.ts';
import { type FhirTarget, fingerprintOf, type ImportMark, readMark, type Upserted } from './import-mark.ts';
import type { KeptSource, SendSource } from './kept-source.ts';

/** `kept`: the resource itself and where it is sent. */
export async function upsertPatient(
  target: FhirTarget,
  source_id: string,
  { record, tags }: MappedPatient,
  kept?: { readonly source: KeptSource; readonly send: SendSource },
): Promise<Upserted> {
  const { client, security_group_id, signal } = target;
  const content_sha256 = await fingerprintOf(target, record);
  const withMark = async (before: ImportMark['kept_source']) => {
    const kept_source = kept === undefined ? before : await sendUnlessThere(kept, before);
    const mark: ImportMark = {
      source: 'fhir',
      source_id,
      content_sha256,
      ...(kept_source && { kept_source }),
    };
    return {
      ...record,
      custom_attributes: { ...record.custom_attributes, import: mark },
    } satisfies PatientRecordInput;
  };
  const found = await findBySource(client.patients, target, source_id);
  if (found === undefined) {
    const body = { security_group_id, record: await withMark(undefined), source_id };
    const created = await client.patients.create({ ...body, ...(tags && { tags: [...tags] }) }, { signal });
    return { document_id: created.index.document_id, outcome: 'created' };
  }
  const { document_id, is_deleted } = found.index;
  if (is_deleted) return { document_id, outcome: 'in_trash' };
  const done = { isChanged: false };
  await client.patients.edit(
    document_id,
    async (current) => {
      const mark = readMark(current.custom_attributes);
      const isKept = kept === undefined || mark.kept_source?.sha256 === kept.source.sha256;
      done.isChanged = mark.content_sha256 !== content_sha256 || !isKept;
      if (!done.isChanged) return undefined;
      const next = await withMark(mark.kept_source);
      // What the source does not own stays.
      const custom_attributes = { ...current.custom_attributes, ...next.custom_attributes };
      return { ...current, ...next, custom_attributes };
    },
    { signal },
  );
  return { document_id, outcome: done.isChanged ? 'updated' : 'unchanged' };
}

async function sendUnlessThere(
  { source, send }: { readonly source: KeptSource; readonly send: SendSource },
  before: ImportMark['kept_source'],
): Promise<NonNullable<ImportMark['kept_source']>> {
  if (before?.sha256 === source.sha256) return before;
  return { node_id: await send(source), sha256: source.sha256 };
}
