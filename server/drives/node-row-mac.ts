/**
 * The row MAC of a file or folder: which columns it covers. Status and charge are not covered, because they change
 * without a key (an upload cancelled at start). Source: sealing design B4, "Row MAC"; B9.
 */
import type { WorkspaceId } from '#contract/ids.ts';
import { encodeHex } from '#crypto/bytes.ts';
import type { RowField, RowLayout } from '#crypto/keys/row-mac.ts';
import { sha256Hex } from '#crypto/sha256.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';

/** A row without revision and MAC of its stamp. */
export type UnstampedNode = Omit<NodeRow, 'row_mac'>;

/** Add a new column here, under `added`. */
const COLUMNS: RowLayout<UnstampedNode>['columns'] = {
  node_id: 'covered',
  security_group_id: 'covered',
  kind: 'covered',
  status: 'outside',
  parent_id: 'covered',
  exam_id: 'covered',
  transfer: 'covered',
  part_size: 'covered',
  declared_size: 'covered',
  size: 'covered',
  charged_bytes: 'outside',
  mime_type: 'covered',
  media_kind: 'covered',
  encrypted_name: 'covered',
  name_mac: 'covered',
  gk_gen: 'covered',
  encrypted_dek: 'covered_from_2',
  created_by: 'covered',
  created_at: 'covered',
  completed_at: 'covered',
  is_deleted: 'covered',
  deleted_at: 'covered',
  deleted_with: 'covered',
  row_rev: 'covered',
};

/** Rows of 0.1.0; names and order must never change. */
function format1(workspaceId: WorkspaceId, row: UnstampedNode): RowField[] {
  return [
    ['workspace_id', workspaceId],
    ['node_id', row.node_id],
    ['security_group_id', row.security_group_id],
    ['kind', row.kind],
    ['parent_id', row.parent_id],
    ['exam_id', row.exam_id],
    ['transfer', row.transfer],
    ['part_size', row.part_size],
    ['declared_size', row.declared_size],
    ['size', row.size],
    ['mime_type', row.mime_type],
    ['media_kind', row.media_kind],
    ['encrypted_name_sha256', sha256Hex(row.encrypted_name)],
    ['name_mac', encodeHex(row.name_mac)],
    ['gk_gen', row.gk_gen],
    ['created_by', row.created_by],
    ['created_at', row.created_at],
    ['completed_at', row.completed_at],
    ['is_deleted', row.is_deleted],
    ['deleted_at', row.deleted_at],
    ['deleted_with', row.deleted_with],
    ['row_rev', row.row_rev],
  ];
}

export function nodeLayout(workspaceId: () => WorkspaceId): RowLayout<UnstampedNode> {
  return { table: 'drive_nodes', columns: COLUMNS, format1: (row) => format1(workspaceId(), row) };
}
