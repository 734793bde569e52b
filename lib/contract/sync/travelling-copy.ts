/**
 * What a travelling copy of a vault says of itself: routes that only a copy has, on the computer it lies on. What it
 * exchanges with the vault it is of stands in `routes.ts`. Source: clinic design, section 9.
 */
import { type Static, Type } from 'typebox';
import { PassphraseSchema } from '#contract/access/vault.ts';
import { type Resource, ResourceSchema } from '#contract/documents/document-index.ts';
import type { ErrorCode } from '#contract/errors/error-codes.ts';
import {
  type DocumentId,
  DocumentIdSchema,
  NodeIdSchema,
  nullableId,
  SecurityGroupIdSchema,
  UUID_V7_PATTERN,
  WorkspaceIdSchema,
} from '#contract/ids.ts';
import { InstantSchema } from '#contract/instant.ts';
import { NullableCount, NullableString } from '#contract/nullable.ts';
import { typedRoutes } from '#contract/route.ts';
import { Count } from './sealed-rows.ts';

const closed = { additionalProperties: false } as const;

function oneOf<const Value extends string>(values: readonly Value[]) {
  return Type.Unsafe<Value>({ type: 'string', enum: [...values] });
}

/**
 * `with`: the last exchange went through. `away`: no address answered. `passphrase`: the vault wants one, and this
 * computer was opened without it, or with another. `refused`: it answered and refused. `ended`: the certificate this
 * copy shows there has ended, and nobody was asked.
 */
const STANDINGS = ['with', 'away', 'passphrase', 'refused', 'ended'] as const;

/**
 * `conflict`: the vault has a version beside it, and the text is kept as a draft; or it has another name for a file or
 * folder, and the one given here is kept beside that (`own_name` of the node). `refused`: the vault did not take it.
 */
const WAITING_STATES = ['waits', 'conflict', 'refused'] as const;

const WaitingChangeSchema = Type.Object({
  kind: oneOf(['document', 'file', 'folder']),
  /** Of the document or node. */
  id: Type.String({ pattern: UUID_V7_PATTERN }),
  /** Null for files and folders. */
  resource: Type.Unsafe<Resource | null>({ ...ResourceSchema, type: ['string', 'null'] }),
  security_group_id: SecurityGroupIdSchema,
  /** Of an exam or a file, where it has one. */
  patient_id: nullableId<DocumentId>(),
  exam_id: nullableId<DocumentId>(),
  /** Number of the newest version; null for files and folders. */
  version: NullableCount,
  /** What the vault has never seen. */
  is_new: Type.Boolean(),
  /** Sealed. */
  bytes: Count,
  changed_at: InstantSchema,
  state: oneOf(WAITING_STATES),
  /** Why it was refused. */
  code: Type.Unsafe<ErrorCode | null>({ type: ['string', 'null'] }),
});
export type PendingChange = Static<typeof WaitingChangeSchema>;

const TakenGroupSchema = Type.Object({
  security_group_id: SecurityGroupIdSchema,
  name: Type.String(),
  /** Exams last changed before stay at the vault; null where all came along. */
  since: NullableString,
  patients: Count,
  exams: Count,
  templates: Count,
  /** Sealed bytes of the documents on this computer. */
  bytes: Count,
  /** Of the group, outside the trash; and whose content is on this computer. */
  files: Count,
  files_here: Count,
  /** All that was asked for is here. */
  is_whole: Type.Boolean(),
  /** When it was last brought up to date; null before the first time. */
  pulled_at: NullableString,
});

/** An exam whose files are always taken along with their content. */
const PinSchema = Type.Object({
  exam_id: DocumentIdSchema,
  security_group_id: SecurityGroupIdSchema,
  pinned_at: InstantSchema,
  /** Outside the trash. */
  files: Count,
  files_here: Count,
  /** Of plaintext. */
  bytes: Count,
  bytes_here: Count,
});

export const CopyStatusSchema = Type.Object({
  workspace_id: WorkspaceIdSchema,
  name: Type.String(),
  taken_at: InstantSchema,
  clinic: Type.Object({
    standing: oneOf(STANDINGS),
    /** Of this standing. */
    since: InstantSchema,
    /** The last exchange that went through. */
    exchanged_at: InstantSchema,
    /** Null while nobody is unlocked. */
    next_try_at: NullableString,
    is_exchanging: Type.Boolean(),
    /** Of the certificate this copy shows there; made anew by itself where somebody who may is unlocked there. */
    certificate_ends_at: InstantSchema,
  }),
  /** Afterwards only where the vault answers. */
  opens_until: InstantSchema,
  /** In the order they go, patients before exams. */
  waits: Type.Array(WaitingChangeSchema),
  taken: Type.Array(TakenGroupSchema),
  pins: Type.Array(PinSchema),
  addresses: Type.Array(
    Type.Object({
      address: Type.String(),
      /** Whether it answered when it was tried last; null before. */
      answers: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
      answered_at: NullableString,
    }),
  ),
});
export type TravellingCopyStatus = Static<typeof CopyStatusSchema>;

const ExchangeBodySchema = Type.Object(
  {
    /** Of the person, at the vault; where this computer was opened without it. */
    passphrase: Type.Optional(PassphraseSchema),
  },
  closed,
);

const TakeGroupBodySchema = Type.Object(
  {
    security_group_id: SecurityGroupIdSchema,
    /** Leaves out exams that were last changed before; null takes all. */
    since: NullableString,
  },
  closed,
);

const PinBodySchema = Type.Object({ exam_id: DocumentIdSchema, is_pinned: Type.Boolean() }, closed);

/** Whose name of a file or folder stays that both sides renamed. */
export const NAME_SIDES = ['clinic', 'own'] as const;
export type RenameChoice = (typeof NAME_SIDES)[number];

const NameBodySchema = Type.Object({ node_id: NodeIdSchema, keep: oneOf(NAME_SIDES) }, closed);

const AddressesBodySchema = Type.Object(
  {
    /** Origins, or names with a port; most wanted first. */
    addresses: Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { minItems: 1, maxItems: 16 }),
  },
  closed,
);

const session = { auth: 'session', success: 200 } as const;

export const COPY_ROUTES = typedRoutes({
  getCopy: {
    ...session,
    method: 'GET',
    path: '/v1/travel',
    operation_id: 'getTravellingCopy',
    passive: true,
    errors: ['not_found'],
    summary:
      'What this travelling copy holds, what waits, and how it stands with its vault; not_found elsewhere',
    response: CopyStatusSchema,
  },
  exchange: {
    ...session,
    method: 'POST',
    path: '/v1/travel/exchange',
    operation_id: 'exchangeTravellingCopy',
    errors: ['not_found'],
    summary: 'Exchange with the vault now; answers when that has ended, however it ended',
    body: ExchangeBodySchema,
    response: CopyStatusSchema,
  },
  takeGroup: {
    ...session,
    method: 'POST',
    path: '/v1/travel/groups',
    operation_id: 'takeGroupAlong',
    errors: ['not_found', 'permission_denied'],
    summary: 'Take a group along, or more of one; it comes with the next exchange',
    body: TakeGroupBodySchema,
    response: CopyStatusSchema,
  },
  pin: {
    ...session,
    method: 'POST',
    path: '/v1/travel/pins',
    operation_id: 'pinExam',
    errors: ['not_found', 'permission_denied'],
    summary:
      'Always take the files of an exam along with their content, or no longer; what is here stays, the rest comes with the next exchange',
    body: PinBodySchema,
    response: CopyStatusSchema,
  },
  settleName: {
    ...session,
    method: 'POST',
    path: '/v1/travel/names',
    operation_id: 'settleNodeName',
    errors: ['not_found', 'permission_denied', 'document_deleted', 'name_taken'],
    summary:
      'Which name of a file or folder stays that was renamed here and at the vault: the vault’s, or the one given here',
    body: NameBodySchema,
    response: CopyStatusSchema,
  },
  putAddresses: {
    ...session,
    method: 'PUT',
    path: '/v1/travel/addresses',
    operation_id: 'putClinicAddresses',
    errors: ['not_found', 'permission_denied'],
    summary: 'Where the vault of this copy is looked for from now on; each is held to what was agreed on',
    body: AddressesBodySchema,
    response: CopyStatusSchema,
  },
});
