/**
 * Drive nodes: files and folders of a group's drive, as they stand on the wire.
 * Source: API spec, "Drive node"; choices, "Drives".
 */
import { type Static, Type } from 'typebox';
import { EnvelopeSchema } from '../envelope.ts';
import { IdSchema } from '../ids.ts';
import { InstantSchema } from '../instant.ts';
import { NullableInteger, NullableString } from '../nullable.ts';

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

export const VariantSchema = Type.Object({
  kind: Type.String(),
  storage_bucket: Type.String(),
  storage_path: Type.String(),
  storage_size: Type.Integer(),
  storage_mime_type: Type.String(),
  created_at: InstantSchema,
});

const nodeFields = {
  node_id: IdSchema,
  workspace_id: IdSchema,
  security_group_id: IdSchema,
  kind: NodeKindSchema,
  status: NodeStatusSchema,
  exam_id: NullableString,
  parent_id: NullableString,
  mode: NullableString,
  media_kind: Type.Unsafe<MediaKind | null>({ type: ['string', 'null'], enum: [...MEDIA_KINDS, null] }),
  declared_size: NullableInteger,
  /** Plaintext bytes; null for folders and until the upload is complete. */
  size: NullableInteger,
  mime_type: NullableString,
  encrypted_name: EnvelopeSchema,
  /** Opened from `encrypted_name`; null where the caller holds no key for the group. */
  name: NullableString,
  encrypted_keys: Type.Object({ group_key_generation: Type.Integer(), dek: EnvelopeSchema }),
  storage_path: NullableString,
  optimized_variants: Type.Array(VariantSchema),
  processing_status: oneOf(PROCESSING_STATUSES),
  processing_error: NullableString,
  total_size: NullableInteger,
  created_by: IdSchema,
  created_at: InstantSchema,
  completed_at: NullableString,
  is_deleted: Type.Boolean(),
};

export const DriveNodeSchema = Type.Object(nodeFields);
export type DriveNode = Static<typeof DriveNodeSchema>;

/** A resumable transfer just begun: the pending node and the size of every part but the last. */
export const UploadStartSchema = Type.Object({ ...nodeFields, part_size: Type.Integer() });
export type UploadStart = Static<typeof UploadStartSchema>;
