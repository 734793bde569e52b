/** An authenticated row changed by a transaction. */
import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';

export interface ChangedRow {
  readonly kind: 'document' | 'node';
  readonly security_group_id: SecurityGroupId;
  readonly id: string;
  /** Generation of the group key before the change; null for a new row. */
  readonly old_generation: number | null;
  readonly old_mac: Uint8Array | null;
  /** Generation of the group key after the change; null for a deleted row. */
  readonly new_generation: number | null;
  readonly new_mac: Uint8Array | null;
}

/** A change that a statement not yet sent will make. */
export interface PredictedRow extends ChangedRow {
  readonly kind: 'document';
  readonly id: DocumentId;
}

/** Tables with authenticated rows. */
export const AUTHENTICATED_TABLES = [
  { kind: 'document', table: 'documents', id: 'document_id', generation: 'group_key_generation' },
  { kind: 'node', table: 'drive_nodes', id: 'node_id', generation: 'gk_gen' },
] as const satisfies readonly { readonly kind: ChangedRow['kind']; readonly [name: string]: string }[];
