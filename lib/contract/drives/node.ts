/**
 * Wire types of drive nodes: files and folders of a group's drive.
 * Source: API spec, "Drive node"; choices, "Drives".
 */
import { type Static, Type } from 'typebox';
import {
  type DocumentId,
  type NodeId,
  NodeIdSchema,
  nullableId,
  PrincipalIdSchema,
  SecurityGroupIdSchema,
  WorkspaceIdSchema,
} from '#contract/ids.ts';
import { InstantSchema } from '#contract/instant.ts';
import { NullableInteger, NullableString } from '#contract/nullable-schemas.ts';
import { EnvelopeSchema } from '#contract/sealed-envelope.ts';

function oneOf<const Values extends readonly string[]>(values: Values) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values] });
}

export const NODE_KINDS = ['file', 'folder'] as const;
export type NodeKind = (typeof NODE_KINDS)[number];
export const NodeKindSchema = oneOf(NODE_KINDS);

export const NODE_STATUSES = ['pending', 'ready', 'failed'] as const;
export type NodeStatus = (typeof NODE_STATUSES)[number];
export const NodeStatusSchema = oneOf(NODE_STATUSES);

export const MEDIA_KINDS = ['image', 'dicom', 'pdf', 'video', 'audio', 'text', 'document', 'other'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

export const PROCESSING_STATUSES = ['none', 'queued', 'running', 'done', 'failed'] as const;
export type ProcessingStatus = (typeof PROCESSING_STATUSES)[number];

/** Why a file has no rendition; its content is unaffected. */
export const PROCESSING_ERRORS = [
  'unsupported_syntax',
  'damaged',
  'too_large',
  'timed_out',
  'no_picture',
] as const;
export type ProcessingErrorCode = (typeof PROCESSING_ERRORS)[number];
/** Reported as `damaged` with `content_missing`: the content is missing in storage. */
export type ProcessingOutcome = ProcessingErrorCode | 'content_missing';

/** Renditions of a file: at most 256 and 1,600 pixels a side, WebP. */
export const VARIANT_KINDS = ['thumbnail', 'preview'] as const;
export type VariantKind = (typeof VARIANT_KINDS)[number];
export const VariantKindSchema = oneOf(VARIANT_KINDS);

/** Read out of a DICOM object on request: its text, and the document it encapsulates. */
export const EXTRACT_KINDS = ['text', 'document'] as const;
export type ExtractKind = (typeof EXTRACT_KINDS)[number];

/** Forms of a file's content beside the file itself. */
export const CONTENT_VARIANTS = [...VARIANT_KINDS, ...EXTRACT_KINDS] as const;
export type ContentVariant = (typeof CONTENT_VARIANTS)[number];
export const ContentVariantSchema = oneOf(CONTENT_VARIANTS);

const VariantSchema = Type.Object({
  kind: Type.String(),
  storage_bucket: Type.String(),
  storage_path: Type.String(),
  storage_size: Type.Integer(),
  storage_mime_type: Type.String(),
  created_at: InstantSchema,
});

const nodeFields = {
  node_id: NodeIdSchema,
  workspace_id: WorkspaceIdSchema,
  security_group_id: SecurityGroupIdSchema,
  kind: NodeKindSchema,
  status: NodeStatusSchema,
  exam_id: nullableId<DocumentId>(),
  parent_id: nullableId<NodeId>(),
  mode: NullableString,
  media_kind: Type.Unsafe<MediaKind | null>({ type: ['string', 'null'], enum: [...MEDIA_KINDS, null] }),
  declared_size: NullableInteger,
  /** Plaintext bytes; null for folders and until the upload is complete. */
  size: NullableInteger,
  mime_type: NullableString,
  encrypted_name: EnvelopeSchema,
  /** Opened from `encrypted_name`; null where the caller lacks the group's key. */
  name: NullableString,
  encrypted_keys: Type.Object({ group_key_generation: Type.Integer(), dek: EnvelopeSchema }),
  storage_path: NullableString,
  optimized_variants: Type.Array(VariantSchema),
  processing_status: oneOf(PROCESSING_STATUSES),
  processing_error: NullableString,
  /** The sealed content was missing in storage when a rendition was to be made; no data is damaged. */
  content_missing: Type.Optional(Type.Literal(true)),
  /** Pages of a processed PDF, also of one in a DICOM object; null for all other files. */
  page_count: NullableInteger,
  total_size: NullableInteger,
  created_by: PrincipalIdSchema,
  created_at: InstantSchema,
  completed_at: NullableString,
  updated_at: InstantSchema,
  is_deleted: Type.Boolean(),
  /** True where the row does not verify: plaintext columns are shown unproven, and `name` is null. */
  damaged: Type.Optional(Type.Boolean()),
  /** True in a travelling copy where the content is at the home vault and is fetched on demand. */
  at_clinic: Type.Optional(Type.Boolean()),
  /** Local name in a travelling copy, where the home vault has another name, which is shown. */
  own_name: Type.Optional(Type.String()),
};

export const DriveNodeSchema = Type.Object(nodeFields);
export type DriveNode = Static<typeof DriveNodeSchema>;

/** Response of an upload: the stored file. */
export const StoredFileSchema = Type.Object({
  ...nodeFields,
  /** SHA-256 of the stored content in lower-case hex, as the vault computed it. */
  sha256: Type.String(),
});
export type StoredFile = Static<typeof StoredFileSchema>;

/** A resumable upload just started: the pending node and the size of every part but the last. */
export const UploadStartSchema = Type.Object({ ...nodeFields, part_size: Type.Integer() });
export type UploadStart = Static<typeof UploadStartSchema>;
