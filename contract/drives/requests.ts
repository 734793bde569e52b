/**
 * Bodies and queries of the drive routes. Closed objects: an unknown field answers 422.
 * Source: choices, "Drives".
 */
import { type Static, Type } from 'typebox';
import { IdSchema, UUID_V7_PATTERN } from '../ids.ts';
import { FILE_NAME_MAX_BYTES } from '../limits.ts';
import { nullablePattern } from '../nullable.ts';
import { PAGE_QUERY } from '../page.ts';
import { NodeKindSchema, NodeStatusSchema } from './node.ts';

const closed = { additionalProperties: false } as const;

/** Characters here; the service checks 1–255 bytes after NFC, no `/`, no control characters. */
const nodeName = Type.String({ minLength: 1, maxLength: FILE_NAME_MAX_BYTES });
const nullableId = Type.Optional(nullablePattern(UUID_V7_PATTERN, 'an id, or null'));
const mimeType = Type.Optional(Type.String({ minLength: 1, maxLength: 255 }));

export const DriveParamsSchema = Type.Object({ sg: IdSchema });
export const NodeParamsSchema = Type.Object({ sg: IdSchema, node_id: IdSchema });
export const PartParamsSchema = Type.Object({
  sg: IdSchema,
  node_id: IdSchema,
  n: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
});

export const NodeListQuerySchema = Type.Object(
  {
    parent_id: Type.Optional(IdSchema),
    exam_id: Type.Optional(IdSchema),
    kind: Type.Optional(NodeKindSchema),
    status: Type.Optional(NodeStatusSchema),
    state: Type.Optional(
      Type.Unsafe<'active' | 'deleted' | 'all'>({ type: 'string', enum: ['active', 'deleted', 'all'] }),
    ),
    ...PAGE_QUERY,
  },
  closed,
);
export type NodeListQuery = Static<typeof NodeListQuerySchema>;

export const FolderBodySchema = Type.Object(
  { name: nodeName, parent_id: nullableId, exam_id: nullableId },
  closed,
);
export interface FolderBody {
  readonly name: string;
  readonly parent_id?: string | null;
  readonly exam_id?: string | null;
}

/** The optional text fields beside the one file part `file` of a multipart upload. */
export const UPLOAD_FIELDS = ['name', 'parent_id', 'exam_id', 'mime_type', 'on_conflict'] as const;
export const UploadFieldsSchema = Type.Object(
  {
    name: Type.Optional(nodeName),
    parent_id: Type.Optional(IdSchema),
    exam_id: Type.Optional(IdSchema),
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
    parent_id: nullableId,
    exam_id: nullableId,
    mime_type: mimeType,
    on_conflict: Type.Optional(Type.Unsafe<'rename' | 'fail'>({ type: 'string', enum: ['rename', 'fail'] })),
  },
  closed,
);
export interface UploadStartBody {
  readonly name: string;
  readonly size: number;
  readonly parent_id?: string | null;
  readonly exam_id?: string | null;
  readonly mime_type?: string;
  readonly on_conflict?: 'rename' | 'fail';
}

export const NodePatchBodySchema = Type.Object(
  { name: Type.Optional(nodeName), parent_id: nullableId, exam_id: nullableId },
  { ...closed, minProperties: 1 },
);
export interface NodePatchBody {
  readonly name?: string;
  readonly parent_id?: string | null;
  readonly exam_id?: string | null;
}

export const NodeDeleteQuerySchema = Type.Object({ purge: Type.Optional(Type.Boolean()) }, closed);

export const UploadPartSchema = Type.Object({ n: Type.Integer(), size: Type.Integer() });
export type UploadPart = Static<typeof UploadPartSchema>;
export const UploadPartsSchema = Type.Object({
  items: Type.Array(UploadPartSchema),
  part_size: Type.Integer(),
});
export type UploadParts = Static<typeof UploadPartsSchema>;
