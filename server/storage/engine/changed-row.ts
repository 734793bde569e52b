/** An authenticated row that a transaction has changed. */
import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';

export interface ChangedRow {
  readonly kind: 'document' | 'node';
  readonly security_group_id: SecurityGroupId;
  readonly id: string;
  /** Null for a row that was not there. */
  readonly old_generation: number | null;
  readonly old_mac: Uint8Array | null;
  /** Null for a row that is gone. */
  readonly new_generation: number | null;
  readonly new_mac: Uint8Array | null;
}

/** One that a statement which is still to be sent will have changed. */
export interface PredictedRow extends ChangedRow {
  readonly kind: 'document';
  readonly id: DocumentId;
}

/** Where such rows lie. */
export const AUTHENTICATED_TABLES = [
  { kind: 'document', table: 'documents', id: 'document_id', generation: 'group_key_generation' },
  { kind: 'node', table: 'drive_nodes', id: 'node_id', generation: 'gk_gen' },
] as const satisfies readonly { readonly kind: ChangedRow['kind']; readonly [name: string]: string }[];
