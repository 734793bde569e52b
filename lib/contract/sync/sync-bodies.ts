/** Bodies of pull and push between a travelling copy and its home vault. Source: clinic design, section 9. */
import { type Static, Type } from 'typebox';
import {
  DocumentIdSchema,
  NodeIdSchema,
  SecurityGroupIdSchema,
  UUID_V7_PATTERN,
  VersionIdSchema,
} from '#contract/ids.ts';
import { TRAVEL_PAGE_DEFAULT, TRAVEL_PAGE_MAX } from '#contract/limits.ts';
import { NullableInteger } from '#contract/nullable-schemas.ts';
import {
  BytesSchema,
  Count,
  PushedDocumentRowSchema,
  SealedDocumentSchema,
  SealedNodeRowSchema,
  SealedNodeSchema,
  SealedVersionSchema,
} from './sealed-rows.ts';

const closed = { additionalProperties: false } as const;
const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: TRAVEL_PAGE_MAX, default: TRAVEL_PAGE_DEFAULT }),
);

export const PullBodySchema = Type.Object(
  {
    security_group_id: SecurityGroupIdSchema,
    /** 0 for everything, then `next` of the previous response. */
    after: Count,
    /** Leaves out exams last changed before this instant. */
    since: Type.Optional(Type.String({ maxLength: 64 })),
    /** True to pull only the newest version of each document. */
    head_only: Type.Optional(Type.Boolean()),
    limit,
  },
  closed,
);
export type PullBody = Static<typeof PullBodySchema>;

export const PulledSchema = Type.Object({
  epoch: Count,
  /** Generation of the group's newest key. */
  generation: Count,
  /** Changed documents, oldest change first. */
  documents: Type.Array(SealedDocumentSchema),
  /** Ids of purged documents and files. */
  purged: Type.Array(Type.String()),
  next: Count,
  is_last: Type.Boolean(),
});
export type Pulled = Static<typeof PulledSchema>;

export const TravelSizeQuerySchema = Type.Object(
  {
    security_group_id: SecurityGroupIdSchema,
    /** Leaves out exams last changed before this instant. */
    since: Type.Optional(Type.String({ maxLength: 64 })),
  },
  closed,
);
export type TravelSizeQuery = Static<typeof TravelSizeQuerySchema>;

/** Wire type of a group's present size, for the person who plans a copy. */
export const TravelSizeSchema = Type.Object({
  patients: Count,
  exams: Count,
  templates: Count,
  /** Sealed bytes of all versions of the group. */
  bytes: Count,
});
export type TravelSize = Static<typeof TravelSizeSchema>;

export const PullDocumentsBodySchema = Type.Object(
  {
    security_group_id: SecurityGroupIdSchema,
    document_ids: Type.Array(DocumentIdSchema, { minItems: 1, maxItems: 100 }),
  },
  closed,
);
export type PullDocumentsBody = Static<typeof PullDocumentsBodySchema>;

/** The existing ones of the requested ids. */
export const PulledDocumentsSchema = Type.Object({ documents: Type.Array(SealedDocumentSchema) });
export type PulledDocuments = Static<typeof PulledDocumentsSchema>;

export const PullVersionsBodySchema = Type.Object(
  {
    security_group_id: SecurityGroupIdSchema,
    document_id: DocumentIdSchema,
    /** Number of the newest version the copy has; 0 for none. */
    after: Count,
  },
  closed,
);
export type PullVersionsBody = Static<typeof PullVersionsBodySchema>;

export const PulledVersionsSchema = Type.Object({
  versions: Type.Array(SealedVersionSchema),
  /** Value of `after` for the rest; null when complete. */
  next: NullableInteger,
});
export type PulledVersions = Static<typeof PulledVersionsSchema>;

export const PullNodesBodySchema = Type.Object(
  {
    security_group_id: SecurityGroupIdSchema,
    /** Position to continue from: empty for everything, then `next` of the previous response. */
    after: Type.String({ maxLength: 128 }),
    limit,
  },
  closed,
);
export type PullNodesBody = Static<typeof PullNodesBodySchema>;

export const PulledNodesSchema = Type.Object({
  epoch: Count,
  nodes: Type.Array(SealedNodeSchema),
  next: Type.String(),
  is_last: Type.Boolean(),
});
export type PulledNodes = Static<typeof PulledNodesSchema>;

export const SealedBytesParamsSchema = Type.Object(
  {
    sg: SecurityGroupIdSchema,
    node_id: NodeIdSchema,
    /** The node's own id, or that of one of its parts or renditions. */
    blob: Type.String({ pattern: UUID_V7_PATTERN }),
  },
  closed,
);

export const PushNodeBodySchema = Type.Object(
  {
    /** MAC of the row this one is based on; null for a new node. */
    base_row_mac: Type.Unsafe<string | null>({ ...BytesSchema, type: ['string', 'null'] }),
    row: SealedNodeRowSchema,
    /** Sealed manifest of a new file uploaded in parts; null for all others. */
    manifest: Type.Unsafe<string | null>({ ...BytesSchema, type: ['string', 'null'] }),
  },
  closed,
);
export type PushNodeBody = Static<typeof PushNodeBodySchema>;

/** The stored row, or the sealed bytes that are still missing. */
export const PushedNodeSchema = Type.Object({
  node_id: NodeIdSchema,
  /** MAC of the stored row; null until its content has arrived. */
  row_mac: Type.Unsafe<string | null>({ ...BytesSchema, type: ['string', 'null'] }),
  /** Sealed bytes of a new file that have not arrived. */
  missing: Type.Array(
    Type.Object({
      /** The node's own id, or that of one of its parts. */
      blob: Type.String({ pattern: UUID_V7_PATTERN }),
      /** Number of the part, from 1. */
      part: Type.Integer({ minimum: 1 }),
    }),
  ),
});
export type PushedNode = Static<typeof PushedNodeSchema>;

export const PushBytesQuerySchema = Type.Object(
  { part: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) },
  closed,
);

export const PushedBytesSchema = Type.Object({
  blob: Type.String({ pattern: UUID_V7_PATTERN }),
  /** Size of the stored part in plaintext bytes. */
  bytes: Count,
});
export type PushedBytes = Static<typeof PushedBytesSchema>;

export const PushBodySchema = Type.Object(
  {
    /** MAC of the row this one is based on; null for a new document. */
    base_row_mac: Type.Unsafe<string | null>({ ...BytesSchema, type: ['string', 'null'] }),
    row: PushedDocumentRowSchema,
    /** All versions after the base's head, in order. */
    versions: Type.Array(SealedVersionSchema, { maxItems: 200 }),
  },
  closed,
);
export type PushBody = Static<typeof PushBodySchema>;

/** Response of a push: the row as it is stored now. */
export const PushedSchema = Type.Object({
  document_id: DocumentIdSchema,
  row_mac: BytesSchema,
  head_version_id: VersionIdSchema,
  seq: Count,
  change_seq: Count,
});
export type Pushed = Static<typeof PushedSchema>;
