/**
 * Puts a mapped resource into the vault: a new record, a new version of the one with the same source id, or
 * nothing where the source has not changed. What changed is told by a fingerprint of the mapped content in
 * `custom_attributes.import`, not by comparing records, so that edits made in the vault stay as long as the
 * source says what it said before.
 */
import type { ExamRecordInput, PatientRecordInput, RecordInputOf } from '#contract/documents/records.ts';
import type { DocumentListItem } from '#contract/documents/views.ts';
import type { ImportTarget, Sha256Hex } from '#imports/import-source.ts';
import type { VaultClient } from '#sdk/client.ts';
import { reportFromHtml } from '#sdk/report.ts';
import type { DocumentsApi } from '#sdk/resources/documents-api.ts';
import type { MappedPatient } from './mapping/map-patient.ts';
import type { MappedExam } from './mapping/mapped-exam.ts';

export interface FhirTarget extends ImportTarget {
  readonly sha256Hex: Sha256Hex;
}

export interface Upserted {
  readonly document_id: string;
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'in_trash';
}

/** Changing what the mappers make of a resource changes this number, so that the next import updates. */
const MAPPING_VERSION = 2;

export async function upsertPatient(
  target: FhirTarget,
  sourceId: string,
  mapped: MappedPatient,
): Promise<Upserted> {
  const { client, security_group_id, signal } = target;
  const fingerprint = await fingerprintOf(target, mapped.record);
  const record = withImportMark(mapped.record, sourceId, fingerprint);
  const found = await findBySource(client.patients, target, sourceId);
  if (found === undefined) {
    const created = await client.patients.create(
      { security_group_id, record, source_id: sourceId, ...tagsOf(mapped) },
      { signal },
    );
    return { document_id: created.index.document_id, outcome: 'created' };
  }
  const { document_id, is_deleted } = found.index;
  if (is_deleted) return { document_id, outcome: 'in_trash' };
  const isChanged = await editIfChanged(
    client.patients,
    document_id,
    fingerprint,
    signal,
    async () => record,
  );
  return { document_id, outcome: isChanged ? 'updated' : 'unchanged' };
}

export async function upsertExam(
  target: FhirTarget,
  sourceId: string,
  mapped: MappedExam,
  patientId: string | undefined,
): Promise<Upserted> {
  const { client, security_group_id, signal } = target;
  const fingerprint = await fingerprintOf(target, [mapped.record, mapped.reportHtml, mapped.subject ?? null]);
  const record = withImportMark(mapped.record, sourceId, fingerprint);
  const found = await findBySource(client.exams, target, sourceId);
  if (found === undefined) {
    const body = {
      security_group_id,
      record: { ...record, ...(await reportOf(mapped)) },
      source_id: sourceId,
      ...tagsOf(mapped),
      patient_id: patientId ?? null,
    };
    const created = await client.exams.create(body, { signal });
    return { document_id: created.index.document_id, outcome: 'created' };
  }
  const { document_id, is_deleted, meta } = found.index;
  if (is_deleted) return { document_id, outcome: 'in_trash' };
  const isChanged = await editIfChanged(client.exams, document_id, fingerprint, signal, async () => ({
    ...record,
    ...(await reportOf(mapped)),
  }));
  const isRelinked =
    patientId !== undefined &&
    meta.patient_id !== patientId &&
    (isChanged || (meta.patient_id ?? null) === null);
  if (isRelinked) await client.exams.setPatient(document_id, { patient_id: patientId }, { signal });
  return { document_id, outcome: isChanged || isRelinked ? 'updated' : 'unchanged' };
}

/** Seals a new version unless the document carries the fingerprint already; what the source does not own stays. */
async function editIfChanged<R extends 'patients' | 'exams'>(
  documents: Pick<DocumentsApi<R>, 'edit'>,
  documentId: string,
  fingerprint: string,
  signal: AbortSignal,
  imported: () => Promise<RecordInputOf[R]>,
): Promise<boolean> {
  const change: { made: boolean } = { made: false };
  await documents.edit(
    documentId,
    async (current) => {
      if (importedFingerprint(current.custom_attributes) === fingerprint) return undefined;
      change.made = true;
      const next = await imported();
      const custom_attributes = { ...current.custom_attributes, ...next.custom_attributes };
      return { ...current, ...next, custom_attributes };
    },
    { signal },
  );
  return change.made;
}

/** The document that was imported from this source before, in the trash or not. */
export async function findBySource<R extends 'patients' | 'exams'>(
  documents: Pick<VaultClient[R], 'list'>,
  { security_group_id, signal }: ImportTarget,
  sourceId: string,
): Promise<Pick<DocumentListItem<R>, 'index'> | undefined> {
  const query = { source_id: sourceId, state: 'all', security_group_id, limit: 1 } as const;
  const page = await documents.list(query, { signal }).page();
  return page.items[0];
}

function tagsOf({ tags }: Pick<MappedExam, 'tags'>): { tags?: string[] } {
  return tags === undefined ? {} : { tags: [...tags] };
}

async function reportOf(mapped: MappedExam): Promise<Partial<ExamRecordInput>> {
  if (mapped.reportLexical !== undefined) return { report_lexical: mapped.reportLexical };
  return mapped.reportHtml === null ? {} : await reportFromHtml(mapped.reportHtml);
}

function fingerprintOf({ sha256Hex }: FhirTarget, content: unknown): string | Promise<string> {
  return sha256Hex(JSON.stringify([MAPPING_VERSION, content]));
}

function withImportMark<Record extends PatientRecordInput | MappedExam['record']>(
  record: Record,
  sourceId: string,
  fingerprint: string,
) {
  const mark = { source: 'fhir', source_id: sourceId, content_sha256: fingerprint };
  return { ...record, custom_attributes: { ...record.custom_attributes, import: mark } };
}

function importedFingerprint(attributes: { [key: string]: unknown } | null): unknown {
  const mark = attributes?.['import'];
  return typeof mark === 'object' && mark !== null && 'content_sha256' in mark
    ? mark.content_sha256
    : undefined;
}
