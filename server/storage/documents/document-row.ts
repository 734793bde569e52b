/** Row type of `documents`, and the columns a save may change. */
import type { Resource } from '#contract/documents/document-index.ts';
import type { DocumentId, PrincipalId, SecurityGroupId, VersionId } from '#contract/ids.ts';

/** Row of `documents`. BLOB columns are packed envelopes unless said otherwise. */
export interface DocumentRow {
  readonly document_id: DocumentId;
  readonly resource: Resource;
  readonly security_group_id: SecurityGroupId;
  /** Exams only: the patient they are linked to. */
  readonly patient_id: DocumentId | null;
  /** JSON array of principal ids. */
  readonly specialist_ids: string;
  /** 32 bytes, HMAC of an import source's own id. */
  readonly source_tag: Uint8Array | null;
  readonly group_key_generation: number;
  readonly dek: Uint8Array;
  readonly encrypted_index: Uint8Array;
  readonly head_version_id: VersionId;
  /** 32 bytes over the head version's packed envelope. */
  readonly head_sha256: Uint8Array;
  readonly head_bytes: number;
  /** Number of the head version, from 1. */
  readonly seq: number;
  /** Revision of the current draft; null without one. */
  readonly draft_rev: number | null;
  /** Highest draft revision ever assigned; 0 before the first. */
  readonly last_draft_rev: number;
  readonly is_archived: number;
  readonly is_deleted: number;
  readonly created_at: string;
  readonly created_by: PrincipalId;
  readonly updated_at: string;
  readonly updated_by: PrincipalId | null;
  /** 32 bytes over the document's personal signatures; null without any. */
  readonly signatures_sha256: Uint8Array | null;
  /** 32 bytes over the document's co-signature entries; null without any. */
  readonly cosign_sha256: Uint8Array | null;
  /** Number of open co-signature requests; null for none. */
  readonly cosign_open: number | null;
  /** Number of changes of this row, from 1. */
  readonly row_rev: number;
  /** Number of the last change among all changes of the vault; set by the store, outside the row MAC. */
  readonly change_seq: number;
  /** MAC of the row, 32 bytes. */
  readonly row_mac: Uint8Array;
}

/** A row before the store has assigned its change number. */
export type UnnumberedRow = Omit<DocumentRow, 'change_seq'>;

/** Columns that contain bytes. */
export const DOCUMENT_ROW_BYTES = {
  source_tag: true,
  dek: true,
  encrypted_index: true,
  head_sha256: true,
  signatures_sha256: true,
  cosign_sha256: true,
  row_mac: true,
} as const;

/** Columns a save may change in an existing document, also on a travelling copy. */
export const SAVED_COLUMNS = [
  'specialist_ids',
  'encrypted_index',
  'head_version_id',
  'head_sha256',
  'head_bytes',
  'seq',
  'draft_rev',
  'last_draft_rev',
  'is_archived',
  'is_deleted',
  'updated_at',
  'updated_by',
  'row_rev',
  'row_mac',
] as const satisfies readonly (keyof DocumentRow)[];
