/**
 * Keeps the mark of the sample practice true: whatever is written for an invented patient has it, and nothing else
 * gains it, because removing the sample practice erases all that has it. The mark is read from sealed summaries.
 */
import type { Resource } from '#contract/documents/document-index.ts';
import type { RecordOf } from '#contract/documents/records.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { isSample, SAMPLE_KEY, withSampleMark } from '#records/sample/sample-mark.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import { documentDek } from './document-dek.ts';
import { openIndex } from './summary-seal.ts';

/** The caller has verified the row. @throws CryptoError unless its summary opens. */
export function isSampleRow(core: DocumentsCore, actor: Actor, row: DocumentRow): boolean {
  if (row.resource === 'templates') return false;
  const { security_group_id, document_id, head_version_id } = row;
  const known = core.search.cachedSummary(security_group_id, document_id, head_version_id);
  const summary =
    known ??
    openIndex(row.resource, documentDek(core.workspaceId(), actor.keyRing, row), core.workspaceId(), row)
      .summary;
  return 'sample' in summary;
}

/** The record as it may be sealed for a document whose versions are a sample's, or are not. @throws invalid_request */
export function withMarkOf<R extends Resource>(record: RecordOf[R], isOfSample: boolean): RecordOf[R] {
  if (isOfSample === isSample(record.custom_attributes)) return record;
  if (isOfSample) return { ...record, custom_attributes: withSampleMark(record.custom_attributes) };
  throw new VaultError(
    'invalid_request',
    `record.custom_attributes.${SAMPLE_KEY}: only a new patient of the sample practice may have it.`,
  );
}

/** The record of a new exam: a sample if its patient is. Without a patient, its own mark counts. @throws invalid_request */
export function withMarkOfPatient<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  patientId: DocumentId | null,
  record: RecordOf[R],
): RecordOf[R] {
  if (patientId === null) return record;
  return withMarkOf(record, isSampleRow(core, actor, patientRow(core, patientId)));
}

/** @throws invalid_request when one of them is a sample and the other is not */
export function requireSameMark(
  core: DocumentsCore,
  actor: Actor,
  exam: DocumentRow,
  patientId: DocumentId | null,
): void {
  if (patientId === null) return;
  const patient = patientRow(core, patientId);
  if (isSampleRow(core, actor, exam) === isSampleRow(core, actor, patient)) return;
  throw new VaultError(
    'invalid_request',
    'patient_id: an exam of the sample practice belongs to an invented patient, any other to a real one.',
  );
}

function patientRow(core: DocumentsCore, patientId: DocumentId): DocumentRow {
  const row = core.documents.find(patientId);
  if (row === undefined) throw new CryptoError();
  return row;
}
