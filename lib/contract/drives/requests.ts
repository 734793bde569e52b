/**
 * Bodies and queries of the drive routes. Closed objects: an unknown field returns 422.
 * Source: choices, "Drives".
 */
import { type Static, Type } from 'typebox';
import {
  type DocumentId,
  DocumentIdSchema,
  type NodeId,
  NodeIdSchema,
  nullableIdInput,
  SecurityGroupIdSchema,
} from '#contract/ids.ts';
import { FILE_NAME_MAX_BYTES } from '#contract/limits.ts';
import { NullableString } from '#contract/nullable-schemas.ts';
import { CHANGES_QUERY, PAGE_QUERY } from '#contract/paged-list.ts';
import { ContentVariantSchema, NodeKindSchema, NodeStatusSchema } from './node.ts';

const closed = { additionalProperties: false } as const;

/** Length in characters; the service checks 1–255 bytes after NFC, no `/`, no control characters. */
const nodeName = Type.String({ minLength: 1, maxLength: FILE_NAME_MAX_BYTES });
const parentId = Type.Optional(nullableIdInput<NodeId>());
const examId = Type.Optional(nullableIdInput<DocumentId>());
const mimeType = Type.Optional(Type.String({ minLength: 1, maxLength: 255 }));

export const DriveParamsSchema = Type.Object({ sg: SecurityGroupIdSchema });
export const NodeParamsSchema = Type.Object({ sg: SecurityGroupIdSchema, node_id: NodeIdSchema });
export const PartParamsSchema = Type.Object({
  sg: SecurityGroupIdSchema,
  node_id: NodeIdSchema,
  n: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
});

/** Path parameters of a frame; `n` counts from 1. */
export const FrameParamsSchema = Type.Object({
  sg: SecurityGroupIdSchema,
  node_id: NodeIdSchema,
  n: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
});

export const ContentQuerySchema = Type.Object({ variant: Type.Optional(ContentVariantSchema) }, closed);

export const SeriesQuerySchema = Type.Object({ exam_id: DocumentIdSchema }, closed);

export const NodeListQuerySchema = Type.Object(
  {
    parent_id: Type.Optional(NodeIdSchema),
    exam_id: Type.Optional(DocumentIdSchema),
    kind: Type.Optional(NodeKindSchema),
    status: Type.Optional(NodeStatusSchema),
    state: Type.Optional(
      Type.Unsafe<'active' | 'deleted' | 'all'>({ type: 'string', enum: ['active', 'deleted', 'all'] }),
    ),
    ...CHANGES_QUERY,
    ...PAGE_QUERY,
  },
  closed,
);
export type NodeListQuery = Static<typeof NodeListQuerySchema>;

export const FolderBodySchema = Type.Object({ name: nodeName, parent_id: parentId, exam_id: examId }, closed);
export type FolderBody = Static<typeof FolderBodySchema>;

/** The optional text fields beside the one file part `file` of a multipart upload. */
export const UPLOAD_FIELDS = ['name', 'parent_id', 'exam_id', 'mime_type', 'on_conflict'] as const;
export const UploadFieldsSchema = Type.Object(
  {
    name: Type.Optional(nodeName),
    parent_id: Type.Optional(NodeIdSchema),
    exam_id: Type.Optional(DocumentIdSchema),
    mime_type: mimeType,
    on_conflict: Type.Optional(Type.Unsafe<'rename' | 'fail'>({ type: 'string', enum: ['rename', 'fail'] })),
  },
  closed,
);
export type UploadFields = Static<typeof UploadFieldsSchema>;

export const UploadStartBodySchema = Type.Object(
  {
    name: nodeName,
    size: Type.Integer({ minimum: 0 }),
    parent_id: parentId,
    exam_id: examId,
    mime_type: mimeType,
    on_conflict: Type.Optional(Type.Unsafe<'rename' | 'fail'>({ type: 'string', enum: ['rename', 'fail'] })),
  },
  closed,
);
export type UploadStartBody = Static<typeof UploadStartBodySchema>;

export const NodePatchBodySchema = Type.Object(
  { name: Type.Optional(nodeName), parent_id: parentId, exam_id: examId },
  { ...closed, minProperties: 1 },
);
export type NodePatchBody = Static<typeof NodePatchBodySchema>;

export const NodeDeleteQuerySchema = Type.Object({ purge: Type.Optional(Type.Boolean()) }, closed);

const Sha256Hex = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** Completes an upload: with the hash of the sent content, other content is refused. */
export const UploadEndBodySchema = Type.Union([
  Type.Object(
    {
      /** SHA-256 of the whole content, lower-case hex; a different stored hash returns 409 `upload_incomplete`. */
      sha256: Type.Optional(Sha256Hex),
    },
    closed,
  ),
  Type.Null(),
]);

export const UploadPartSchema = Type.Object({
  n: Type.Integer(),
  /** Size in plaintext bytes. */
  size: Type.Integer(),
  /** SHA-256 of the stored part in lower-case hex; null where unknown: send the part again. */
  sha256: NullableString,
});
export type UploadPart = Static<typeof UploadPartSchema>;
export const UploadPartsSchema = Type.Object({
  items: Type.Array(UploadPartSchema),
  /** Bytes of every part but the last. */
  part_size: Type.Integer(),
  /** Total size declared at the start. */
  declared_size: Type.Integer(),
});
export type UploadParts = Static<typeof UploadPartsSchema>;
