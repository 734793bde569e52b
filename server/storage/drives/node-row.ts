/** Row type of drive nodes, and list filters. Comments state which columns are authenticated, under which key. */
import type { MediaKind, NodeKind, NodeStatus } from '#contract/drives/node.ts';
import type { DocumentId, NodeId, PrincipalId, SecurityGroupId } from '#contract/ids.ts';

/** Row of a file or folder. `row_mac` authenticates every plaintext column but status and charge. */
export interface NodeRow {
  readonly node_id: NodeId;
  readonly security_group_id: SecurityGroupId;
  readonly kind: NodeKind;
  readonly status: NodeStatus;
  readonly parent_id: NodeId | null;
  readonly exam_id: DocumentId | null;
  /** How the content was uploaded; null for folders. */
  readonly transfer: 'single' | 'resumable' | null;
  readonly part_size: number | null;
  readonly declared_size: number | null;
  readonly size: number | null;
  readonly charged_bytes: number;
  readonly mime_type: string | null;
  readonly media_kind: MediaKind | null;
  /** Packed envelope under the node's DEK. */
  readonly encrypted_name: Uint8Array;
  /** 32 bytes over parent and folded name, under the group's name key of `gk_gen`. */
  readonly name_mac: Uint8Array;
  readonly gk_gen: number;
  /** Packed envelope under the group key of `gk_gen`. */
  readonly encrypted_dek: Uint8Array;
  readonly created_by: PrincipalId;
  readonly created_at: string;
  readonly completed_at: string | null;
  readonly is_deleted: 0 | 1;
  readonly deleted_at: string | null;
  /** The node whose trashing included this one; its own id where it was trashed itself. */
  readonly deleted_with: string | null;
  readonly row_rev: number;
  readonly row_mac: Uint8Array;
}

export const NODE_ROW_BYTES = {
  encrypted_name: true,
  name_mac: true,
  encrypted_dek: true,
  row_mac: true,
} as const;

/** Columns that sorting by the sealed name needs. */
export type NodeNameRow = Pick<
  NodeRow,
  'node_id' | 'security_group_id' | 'kind' | 'encrypted_name' | 'gk_gen' | 'encrypted_dek'
>;

/** Columns of a list hit. The time is not authenticated, so it may only decide the order. */
export type ListedNodeRow = NodeNameRow & { readonly updated_at: string };

export interface NodeFilter {
  readonly security_group_id: SecurityGroupId;
  /** Parent of the listed nodes. Undefined: any. Null: the root. */
  readonly parent_id?: NodeId | null | undefined;
  readonly exam_id?: DocumentId | undefined;
  readonly kind?: NodeKind | undefined;
  readonly status?: NodeStatus | undefined;
  readonly is_deleted?: 0 | 1 | undefined;
  /** Changed at this instant or after it. */
  readonly updated_since?: string | undefined;
  /** Only nodes that were trashed themselves, not along with a folder. */
  readonly trashedThemselves?: boolean;
}

/** Position of a node among its group's changes. The time is not authenticated, so it may only decide the order. */
export interface NodeChangePlace {
  readonly updated_at: string;
  readonly node_id: NodeId | '';
}
