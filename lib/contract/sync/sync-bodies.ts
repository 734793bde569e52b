/** What a copy asks a vault for, and what it brings. Source: clinic design, section 9. */
import { type Static, Type } from 'typebox';
import {
  DocumentIdSchema,
  NodeIdSchema,
  SecurityGroupIdSchema,
  UUID_V7_PATTERN,
  VersionIdSchema,
} from '#contract/ids.ts';
import { TRAVEL_PAGE_DEFAULT, TRAVEL_PAGE_MAX } from '#contract/limits.ts';
import { NullableInteger } from '#contract/nullable.ts';
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
    /** 0 for everything, then the `next` of the answer before. */
    after: Count,
    /** Leaves out exams that were last changed before. */
    since: Type.Optional(Type.String({ maxLength: 64 })),
    /** Of each document the newest version alone. */
    head_only: Type.Optional(Type.Boolean()),
    limit,
  },
  closed,
);
export type PullBody = Static<typeof PullBodySchema>;

export const PulledSchema = Type.Object({
  epoch: Count,
  /** The group's newest key. */
  generation: Count,
  /** The oldest change first. */
  documents: Type.Array(SealedDocumentSchema),
  /** Documents and files that were removed for good. */
  purged: Type.Array(Type.String()),
  next: Count,
  is_last: Type.Boolean(),
});
export type Pulled = Static<typeof PulledSchema>;

export const TravelSizeQuerySchema = Type.Object(
  {
    security_group_id: SecurityGroupIdSchema,
    /** Leaves out exams that were last changed before. */
    since: Type.Optional(Type.String({ maxLength: 64 })),
  },
  closed,
);
export type TravelSizeQuery = Static<typeof TravelSizeQuerySchema>;

/** What a copy of a group would take, as it is now. */
export const TravelSizeSchema = Type.Object({
  patients: Count,
  exams: Count,
  templates: Count,
  /** Sealed, of all versions. */
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

/** Those that there are. */
export const PulledDocumentsSchema = Type.Object({ documents: Type.Array(SealedDocumentSchema) });
export type PulledDocuments = Static<typeof PulledDocumentsSchema>;

export const PullVersionsBodySchema = Type.Object(
  {
    security_group_id: SecurityGroupIdSchema,
    document_id: DocumentIdSchema,
    /** Number of the newest version that is there already; 0 for none. */
    after: Count,
  },
  closed,
);
export type PullVersionsBody = Static<typeof PullVersionsBodySchema>;

export const PulledVersionsSchema = Type.Object({
  versions: Type.Array(SealedVersionSchema),
  /** What to send as `after` for the rest; null when there is none. */
  next: NullableInteger,
});
export type PulledVersions = Static<typeof PulledVersionsSchema>;

export const PullNodesBodySchema = Type.Object(
  {
    security_group_id: SecurityGroupIdSchema,
    /** Empty for everything, then the `next` of the answer before. */
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
    /** The node's own id, or that of one of its parts or pictures. */
    blob: Type.String({ pattern: UUID_V7_PATTERN }),
  },
  closed,
);

export const PushNodeBodySchema = Type.Object(
  {
    /** MAC of the row this one follows on; null for what is new. */
    base_row_mac: Type.Unsafe<string | null>({ ...BytesSchema, type: ['string', 'null'] }),
    row: SealedNodeRowSchema,
    /** Sealed; of a new file that came in parts, null for every other. */
    manifest: Type.Unsafe<string | null>({ ...BytesSchema, type: ['string', 'null'] }),
  },
  closed,
);
export type PushNodeBody = Static<typeof PushNodeBodySchema>;

/** Either the row as it stands now, or what is still to be brought before it does. */
export const PushedNodeSchema = Type.Object({
  node_id: NodeIdSchema,
  /** Null until its content is here. */
  row_mac: Type.Unsafe<string | null>({ ...BytesSchema, type: ['string', 'null'] }),
  /** Sealed bytes of a new file that are not here yet. */
  missing: Type.Array(
    Type.Object({
      /** The node's own id, or that of one of its parts. */
      blob: Type.String({ pattern: UUID_V7_PATTERN }),
      /** From 1. */
      part: Type.Integer({ minimum: 1 }),
    }),
  ),
});
export type PushedNode = Static<typeof PushedNodeSchema>;

export const BringBytesQuerySchema = Type.Object(
  { part: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) },
  closed,
);

export const BroughtBytesSchema = Type.Object({
  blob: Type.String({ pattern: UUID_V7_PATTERN }),
  /** Of plaintext. */
  bytes: Count,
});
export type PushedBytes = Static<typeof BroughtBytesSchema>;

export const PushBodySchema = Type.Object(
  {
    /** MAC of the row this one follows on; null for a new document. */
    base_row_mac: Type.Unsafe<string | null>({ ...BytesSchema, type: ['string', 'null'] }),
    row: PushedDocumentRowSchema,
    /** All that follow on the base's head, in order. */
    versions: Type.Array(SealedVersionSchema, { maxItems: 200 }),
  },
  closed,
);
export type PushBody = Static<typeof PushBodySchema>;

/** As the row stands now. */
export const PushedSchema = Type.Object({
  document_id: DocumentIdSchema,
  row_mac: BytesSchema,
  head_version_id: VersionIdSchema,
  seq: Count,
  change_seq: Count,
});
export type Pushed = Static<typeof PushedSchema>;
