/** Builds a document as the API returns it: its index, the view around it, and the patient's name of an exam. */

import type { DocumentIndex, Resource } from '#contract/documents/document-index.ts';
import type { RecordOf } from '#contract/documents/records.ts';
import type { DocumentView } from '#contract/documents/views.ts';
import type { VersionId } from '#contract/ids.ts';
import { encodeBase64Url } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { unpackEnvelope } from '#crypto/sealing/envelope.ts';
import type { StoredSummaryOf } from '#records/sealed-summary.ts';
import { summaryFor, wireSummary } from '#records/summaries.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { documentDek } from '#server/documents/sealing/document-dek.ts';
import { verifyRow } from '#server/documents/sealing/document-row-mac.ts';
import { openIndex } from '#server/documents/sealing/summary-seal.ts';
import { type OpenedVersion, sealedRecordJson } from '#server/documents/sealing/version-seal.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import { concatJson, type PreserializedJson } from '#server/system/preserialized-json.ts';

/**
 * Looks like a packed envelope (salt of suite 1, nonce, no ciphertext) and opens under no key: sent in place of a
 * damaged summary.
 */
const NOTHING_SEALED = Uint8Array.from({ length: 45 }, (_, index) => (index === 0 ? 1 : 0));

/** The view of a row that does not verify: its plaintext columns, unproven, and nothing sealed. */
export function toDamagedIndex(
  core: Pick<DocumentsCore, 'workspaceId' | 'displayNameOf'>,
  row: DocumentRow,
): DocumentIndex {
  return toIndex(core, {
    ...row,
    dek: NOTHING_SEALED,
    encrypted_index: NOTHING_SEALED,
    specialist_ids: '[]',
  });
}

/** Converts a row to the document index of the wire; the only place that does. Source: API spec, "Document index". */
export function toIndex(
  core: Pick<DocumentsCore, 'workspaceId' | 'displayNameOf'>,
  row: DocumentRow,
): DocumentIndex {
  return {
    document_id: row.document_id,
    workspace_id: core.workspaceId(),
    resource: row.resource,
    security_group_id: row.security_group_id,
    encrypted_keys: { group_key_generation: row.group_key_generation, dek: unpackEnvelope(row.dek) },
    encrypted_index: unpackEnvelope(row.encrypted_index),
    streams: { data: { version_id: row.head_version_id, ciphertext_bytes: row.head_bytes } },
    meta: {
      seq: row.seq,
      ...(row.resource === 'exams' ? { patient_id: row.patient_id } : {}),
      specialist_ids: specialistIds(row),
      has_draft: row.draft_rev !== null,
      ...(row.source_tag === null ? {} : { source_tag: encodeBase64Url(row.source_tag) }),
    },
    created_at: row.created_at,
    created_by: row.created_by,
    updated_at: row.updated_at,
    updated_by:
      row.updated_by === null
        ? null
        : { principal_id: row.updated_by, display_name: core.displayNameOf(row.updated_by) },
    is_archived: row.is_archived === 1,
    is_deleted: row.is_deleted === 1,
  };
}

export function specialistIds(row: Pick<DocumentRow, 'specialist_ids'>): string[] {
  return row.specialist_ids === '[]' ? [] : JSON.parse(row.specialist_ids);
}

/** Opened parts of a document's view. */
export interface OpenedDocument<R extends Resource> {
  readonly version_id: VersionId | null;
  readonly draft_rev: string | null;
  readonly record: RecordOf[R];
  readonly summary: StoredSummaryOf[R];
}

export interface OpenedFromStore<R extends Resource> extends OpenedDocument<R> {
  /** The opened version; undefined for a draft. */
  readonly version: OpenedVersion<R> | undefined;
}

export function toView<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  row: DocumentRow,
  opened: OpenedDocument<R>,
): DocumentView<R> {
  return {
    index: toIndex(core, row),
    version_id: opened.version_id,
    draft_rev: opened.draft_rev,
    record: opened.record,
    summary: summaryFor(wireSummary<R>(opened.summary, patientNameOf(core, actor, row)), row.patient_id),
  };
}

interface BeforeRecord extends Pick<DocumentView<Resource>, 'version_id' | 'draft_rev'> {
  /** Overrides the row's own `updated_by`. */
  readonly updatedBy: string | undefined;
  readonly json: Uint8Array;
}

/** Serialised views of cached rows up to their record; contains no plaintext of sealed data. */
const beforeRecords = new WeakMap<DocumentRow, BeforeRecord>();

/** Serialises a view up to its record, once per row in memory. */
function writeBeforeRecord(
  core: DocumentsCore,
  row: DocumentRow,
  { version_id, draft_rev }: Pick<DocumentView<Resource>, 'version_id' | 'draft_rev'>,
): Uint8Array {
  const updatedBy = row.updated_by === null ? undefined : core.displayNameOf(row.updated_by);
  const kept = beforeRecords.get(row);
  const isIt =
    kept?.version_id === version_id && kept.draft_rev === draft_rev && kept.updatedBy === updatedBy;
  if (isIt) return kept.json;
  const text = JSON.stringify({ index: toIndex(core, row), version_id, draft_rev });
  // Copied, because a slice of Node's buffer pool would keep its neighbours in memory.
  const json = concatJson([text.slice(0, -1), ',"record":']).bytes;
  beforeRecords.set(row, { version_id, draft_rev, updatedBy, json });
  return json;
}

/** The JSON of `toView`. Reuses the record's sealed bytes where they equal its serialisation. */
export function serializeView<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  row: DocumentRow,
  opened: OpenedFromStore<R>,
): PreserializedJson<DocumentView<R>> {
  const { record, version } = opened;
  const summary = summaryFor(wireSummary<R>(opened.summary, patientNameOf(core, actor, row)), row.patient_id);
  return concatJson([
    writeBeforeRecord(core, row, opened),
    (version && sealedRecordJson(version)) ?? JSON.stringify(record),
    `,"summary":${JSON.stringify(summary)}}`,
  ]);
}

/**
 * Returns the name of an exam's patient. Null also for a patient that does not verify, because the exam itself is
 * intact.
 */
export function patientNameOf(core: DocumentsCore, actor: Actor, { patient_id }: DocumentRow): string | null {
  if (patient_id === null) return null;
  const patient = core.rows.find(patient_id);
  if (patient === undefined) return null;
  try {
    verifyRow(actor.keyRing, patient);
    const { security_group_id, head_version_id } = patient;
    const known = core.search.cachedSummary(security_group_id, patient_id, head_version_id);
    if (known !== undefined && 'display_name' in known) return known.display_name;
    const dek = documentDek(core.workspaceId(), actor.keyRing, patient);
    const { summary } = openIndex('patients', dek, core.workspaceId(), patient);
    return summary.display_name;
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    core.findings.report('document_damaged', patient_id);
    return null;
  }
}
