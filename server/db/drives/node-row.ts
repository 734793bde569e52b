import type { MediaKind, NodeKind, NodeStatus } from '#contract/drives/node.ts';

/** A file or folder as the database holds it. `row_mac` authenticates every clear column but status and charge. */
export interface NodeRow {
  readonly node_id: string;
  readonly security_group_id: string;
  readonly kind: NodeKind;
  readonly status: NodeStatus;
  readonly parent_id: string | null;
  readonly exam_id: string | null;
  /** How the content came; null for folders. */
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
  readonly created_by: string;
  readonly created_at: string;
  readonly completed_at: string | null;
  readonly is_deleted: 0 | 1;
  readonly deleted_at: string | null;
  /** The node whose trashing took this one along; its own id where it was trashed itself. */
  readonly deleted_with: string | null;
  readonly row_rev: number;
  readonly row_mac: Uint8Array;
}

/** What a list needs to sort by the sealed name. */
export type NodeNameRow = Pick<
  NodeRow,
  'node_id' | 'security_group_id' | 'kind' | 'encrypted_name' | 'gk_gen' | 'encrypted_dek'
>;

export interface NodeFilter {
  readonly security_group_id: string;
  /** Undefined: any parent. Null: the root. */
  readonly parent_id?: string | null | undefined;
  readonly exam_id?: string | undefined;
  readonly kind?: NodeKind | undefined;
  readonly status?: NodeStatus | undefined;
  readonly is_deleted?: 0 | 1 | undefined;
  /** Only nodes that were trashed themselves, not along with a folder. */
  readonly trashedThemselves?: boolean;
}
