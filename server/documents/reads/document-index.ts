import type { DocumentIndex } from '#contract/documents/document-index.ts';
import { encodeBase64Url } from '#crypto/bytes.ts';
import { unpackEnvelope } from '#crypto/sealing/envelope.ts';
import type { DocumentRow } from '#server/db/documents/document-row.ts';
import type { DocumentsCore } from '../documents-core.ts';

/** The one place where a row becomes the document index of the wire. Source: API spec, "Document index". */
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
