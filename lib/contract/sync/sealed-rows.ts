/**
 * Rows exchanged between a vault and a travelling copy: columns as stored, under their SQL names, bytes as canonical
 * unpadded base64url. Envelopes stay packed, so that a row verifies on the other side as here. Source: clinic design,
 * section 9.
 */
import { type Static, Type } from 'typebox';
import { ResourceSchema } from '#contract/documents/document-index.ts';
import {
  MEDIA_KINDS,
  type MediaKind,
  NodeKindSchema,
  NodeStatusSchema,
  VariantKindSchema,
} from '#contract/drives/node.ts';
import {
  CosignRequestIdSchema,
  type DocumentId,
  DocumentIdSchema,
  type NodeId,
  NodeIdSchema,
  nullableIdInput,
  type PrincipalId,
  PrincipalIdSchema,
  SecurityGroupIdSchema,
  UUID_V7_PATTERN,
  type VersionId,
  VersionIdSchema,
} from '#contract/ids.ts';
import { InstantSchema } from '#contract/instant.ts';
import { NullableCount, NullableString } from '#contract/nullable-schemas.ts';

const closed = { additionalProperties: false } as const;

const BASE64URL = '^[A-Za-z0-9_-]*$';
export const BytesSchema = Type.String({ pattern: BASE64URL, description: 'unpadded base64url' });
const NullableBytes = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  pattern: BASE64URL,
  description: 'unpadded base64url, or null',
});
export const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Flag = Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1] });

const documentColumns = {
  document_id: DocumentIdSchema,
  resource: ResourceSchema,
  security_group_id: SecurityGroupIdSchema,
  patient_id: nullableIdInput<DocumentId>(),
  specialist_ids: Type.String(),
  source_tag: NullableBytes,
  group_key_generation: Count,
  dek: BytesSchema,
  encrypted_index: BytesSchema,
  head_version_id: VersionIdSchema,
  head_sha256: BytesSchema,
  head_bytes: Count,
  seq: Count,
  draft_rev: NullableCount,
  last_draft_rev: Count,
  is_archived: Count,
  is_deleted: Count,
  created_at: InstantSchema,
  created_by: PrincipalIdSchema,
  updated_at: InstantSchema,
  updated_by: nullableIdInput<PrincipalId>(),
  signatures_sha256: NullableBytes,
  cosign_sha256: NullableBytes,
  cosign_open: NullableCount,
  row_rev: Count,
  row_mac: BytesSchema,
};

/** A pushed row; the receiving vault assigns the change number. */
export const PushedDocumentRowSchema = Type.Object(documentColumns, closed);

const SealedDocumentRowSchema = Type.Object({ ...documentColumns, change_seq: Count });

export const SealedVersionSchema = Type.Object(
  {
    document_id: DocumentIdSchema,
    seq: Count,
    version_id: VersionIdSchema,
    created_at: InstantSchema,
    created_by: PrincipalIdSchema,
    sha256: BytesSchema,
    sealed: BytesSchema,
  },
  closed,
);
export type SealedVersion = Static<typeof SealedVersionSchema>;

const SealedDraftSchema = Type.Object({
  document_id: DocumentIdSchema,
  draft_rev: Count,
  base_version_id: nullableIdInput<VersionId>(),
  author: PrincipalIdSchema,
  updated_at: InstantSchema,
  discarded_at: NullableString,
  sealed: BytesSchema,
});

const SealedSignatureSchema = Type.Object({
  document_id: DocumentIdSchema,
  number: Count,
  signature_id: VersionIdSchema,
  sealed: BytesSchema,
});

const SealedCosignSchema = Type.Object({
  document_id: DocumentIdSchema,
  number: Count,
  entry_id: CosignRequestIdSchema,
  sealed: BytesSchema,
});

export const SealedDocumentSchema = Type.Object({
  row: SealedDocumentRowSchema,
  /** Versions in order, the head last, without gaps; the oldest may be missing where there are many. */
  versions: Type.Array(SealedVersionSchema),
  /** The current and the discarded ones. */
  drafts: Type.Array(SealedDraftSchema),
  signatures: Type.Array(SealedSignatureSchema),
  cosign: Type.Array(SealedCosignSchema),
});
export type SealedDocument = Static<typeof SealedDocumentSchema>;

/** Sealed row of a file or folder, pulled or pushed. */
export const SealedNodeRowSchema = Type.Object(
  {
    node_id: NodeIdSchema,
    security_group_id: SecurityGroupIdSchema,
    kind: NodeKindSchema,
    status: NodeStatusSchema,
    parent_id: nullableIdInput<NodeId>(),
    exam_id: nullableIdInput<DocumentId>(),
    transfer: Type.Unsafe<'single' | 'resumable' | null>({
      type: ['string', 'null'],
      enum: ['single', 'resumable', null],
    }),
    part_size: NullableCount,
    declared_size: NullableCount,
    size: NullableCount,
    charged_bytes: Count,
    mime_type: NullableString,
    media_kind: Type.Unsafe<MediaKind | null>({ type: ['string', 'null'], enum: [...MEDIA_KINDS, null] }),
    encrypted_name: BytesSchema,
    name_mac: BytesSchema,
    gk_gen: Count,
    encrypted_dek: BytesSchema,
    created_by: PrincipalIdSchema,
    created_at: InstantSchema,
    completed_at: NullableString,
    is_deleted: Flag,
    deleted_at: NullableString,
    deleted_with: NullableString,
    row_rev: Count,
    row_mac: BytesSchema,
  },
  closed,
);

export const SealedNodeSchema = Type.Object(
  {
    row: SealedNodeRowSchema,
    /** Sealed manifest of a resumable upload; null for all other files. */
    manifest: NullableBytes,
    /** Sealed header summary; null until processed, and for all files but DICOM and PDF. */
    header: NullableBytes,
    /** Renditions of the file; their sealed bytes are requested by `blob_id`. */
    variants: Type.Array(
      Type.Object(
        {
          kind: VariantKindSchema,
          blob_id: Type.String({ pattern: UUID_V7_PATTERN }),
          size: Count,
          created_at: InstantSchema,
        },
        closed,
      ),
    ),
  },
  closed,
);
export type SealedNode = Static<typeof SealedNodeSchema>;
