/** Builds rows and summaries for an index, each with the next change number. */

import type { Resource } from '#contract/documents/document-index.ts';
import type { DocumentId } from '#contract/ids.ts';
import { completeSummary } from '#records/complete-record.ts';
import type { StoredSummary } from '#server/search/index-entry.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import { idOf } from '#test/support/ids.ts';

const NOTHING = new Uint8Array();
let changes = 0;

export function rowOf(
  resource: Resource,
  document_id: DocumentId,
  patient_id: DocumentId | null = null,
): DocumentRow {
  changes += 1;
  const instant = new Date(Date.UTC(2026, 0, 1, 0, 0, changes)).toISOString();
  return {
    document_id,
    resource,
    security_group_id: idOf('g'),
    patient_id,
    specialist_ids: '[]',
    source_tag: null,
    group_key_generation: 1,
    dek: NOTHING,
    encrypted_index: NOTHING,
    head_version_id: idOf(`v${changes}`),
    head_sha256: NOTHING,
    head_bytes: 1,
    seq: 1,
    draft_rev: null,
    last_draft_rev: 0,
    signatures_sha256: null,
    cosign_sha256: null,
    cosign_open: null,
    is_archived: 0,
    is_deleted: 0,
    created_at: instant,
    created_by: idOf('p'),
    updated_at: instant,
    updated_by: null,
    row_rev: 1,
    change_seq: changes,
    row_mac: NOTHING,
  };
}

export const patient = (name: string): StoredSummary =>
  completeSummary('patients', { display_name: name, legal_name: name });
export const exam = (title: string): StoredSummary => completeSummary('exams', { title });
