import type { DriveNode } from '#contract/drives/node.ts';
import { unpackEnvelope } from '#crypto/sealing/envelope.ts';
import type { NodeRow } from '#server/db/drives/node-row.ts';
import { blobFolder } from '../blobs/blob-store.ts';

/**
 * A row as it stands on the wire. `name` is null where the caller holds no key for the group.
 * Nothing makes variants of files yet, so nothing is processed and the total is the size.
 */
export function toView(row: NodeRow, workspaceId: string, name: string | null): DriveNode {
  const isStored = row.kind === 'file' && row.status === 'ready';
  return {
    node_id: row.node_id,
    workspace_id: workspaceId,
    security_group_id: row.security_group_id,
    kind: row.kind,
    status: row.status,
    exam_id: row.exam_id,
    parent_id: row.parent_id,
    mode: null,
    media_kind: row.media_kind,
    declared_size: row.declared_size,
    size: row.size,
    mime_type: row.mime_type,
    encrypted_name: unpackEnvelope(row.encrypted_name),
    name,
    encrypted_keys: { group_key_generation: row.gk_gen, dek: unpackEnvelope(row.encrypted_dek) },
    storage_path: isStored ? `${blobFolder(row.node_id)}/${row.node_id}` : null,
    optimized_variants: [],
    processing_status: 'none',
    processing_error: null,
    total_size: row.size,
    created_by: row.created_by,
    created_at: row.created_at,
    completed_at: row.completed_at,
    is_deleted: row.is_deleted === 1,
  };
}
