/** Converts a verified node row to its wire form. A row that does not verify gets a separate view, marked `damaged`. */
import type { DriveNode } from '#contract/drives/node.ts';
import type { WorkspaceId } from '#contract/ids.ts';
import { unpackEnvelope } from '#crypto/sealing/envelope.ts';
import { blobFolder } from '#server/drives/blobs/blob-store.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import type { ProcessingRow, VariantRow } from '#server/storage/drives/processing-store.ts';

const VARIANT_BUCKET = 'blobs';
export const VARIANT_MIME_TYPE = 'image/webp';

/** Looks like a packed envelope (salt of suite 1, nonce, no ciphertext) and opens under no key. */
const NOTHING_SEALED = Uint8Array.from({ length: 45 }, (_, index) => (index === 0 ? 1 : 0));

/** Processing results of a file. */
export interface Processed {
  readonly processing: ProcessingRow | undefined;
  readonly variants: readonly VariantRow[];
  readonly updated_at: string | undefined;
  readonly page_count: number | null;
  readonly is_at_clinic: boolean;
  readonly own_name: string | undefined;
}

/** View of a row that does not verify: plaintext columns, nothing opened, envelopes empty. */
export function toDamagedView(row: NodeRow, workspaceId: WorkspaceId): DriveNode {
  const shown = { ...row, encrypted_name: NOTHING_SEALED, encrypted_dek: NOTHING_SEALED, size: null };
  const nothing = {
    processing: undefined,
    variants: [],
    updated_at: row.created_at,
    page_count: null,
    is_at_clinic: false,
    own_name: undefined,
  };
  return { ...toView(shown, workspaceId, null, nothing), damaged: true };
}

/** `name` is null where the caller lacks the group's key. */
export function toView(
  row: NodeRow,
  workspaceId: WorkspaceId,
  name: string | null,
  { processing, variants, updated_at, page_count, is_at_clinic, own_name }: Processed,
): DriveNode {
  const isContentMissing = processing?.error === 'content_missing';
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
    optimized_variants: variants.map(({ kind, blob_id, size, created_at }) => ({
      kind,
      storage_bucket: VARIANT_BUCKET,
      storage_path: `${blobFolder(blob_id)}/${blob_id}`,
      storage_size: size,
      storage_mime_type: VARIANT_MIME_TYPE,
      created_at,
    })),
    processing_status: processing?.status ?? 'none',
    processing_error: isContentMissing ? 'damaged' : (processing?.error ?? null),
    ...(isContentMissing ? { content_missing: true as const } : {}),
    page_count,
    total_size: row.size === null ? null : variants.reduce((sum, { size }) => sum + size, row.size),
    created_by: row.created_by,
    created_at: row.created_at,
    completed_at: row.completed_at,
    updated_at: updated_at ?? row.created_at,
    is_deleted: row.is_deleted === 1,
    ...(is_at_clinic ? { at_clinic: true } : {}),
    ...(own_name === undefined ? {} : { own_name }),
  };
}
