/**
 * Wire types of a travelling copy's own routes, which only a copy has: its status, contents and choices. The sync
 * itself is in `routes.ts`. Source: clinic design, section 9.
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
import { NullableCount, NullableString } from '#contract/nullable-schemas.ts';
import { typedRoutes } from '#contract/route.ts';
import { Count } from './sealed-rows.ts';

const closed = { additionalProperties: false } as const;

function oneOf<const Value extends string>(values: readonly Value[]) {
  return Type.Unsafe<Value>({ type: 'string', enum: [...values] });
}

/**
 * `with`: the last sync succeeded. `away`: no address responded. `passphrase`: the home vault requires a passphrase,
 * and this computer was unlocked without it, or with another. `refused`: the home vault refused. `ended`: this copy's
 * certificate has expired, so no request was made.
 */
const STANDINGS = ['with', 'away', 'passphrase', 'refused', 'ended'] as const;

/**
 * `conflict`: the home vault has another version, and the local text is kept as a draft; or another name for a node,
 * and the local one is kept (`own_name`). `refused`: the home vault did not accept it.
 */
const WAITING_STATES = ['waits', 'conflict', 'refused'] as const;

const WaitingChangeSchema = Type.Object({
  kind: oneOf(['document', 'file', 'folder']),
  /** Id of the pending document or node. */
  id: Type.String({ pattern: UUID_V7_PATTERN }),
  /** Resource of the pending document; null for files and folders. */
  resource: Type.Unsafe<Resource | null>({ ...ResourceSchema, type: ['string', 'null'] }),
  security_group_id: SecurityGroupIdSchema,
  /** Linked patient of an exam or a file. */
  patient_id: nullableId<DocumentId>(),
  exam_id: nullableId<DocumentId>(),
  /** Number of the newest version; null for files and folders. */
  version: NullableCount,
  /** True when the document or node was never pushed. */
  is_new: Type.Boolean(),
  /** Size of the pending change in sealed bytes. */
  bytes: Count,
  changed_at: InstantSchema,
  state: oneOf(WAITING_STATES),
  /** Error code of the refusal, if the change was refused. */
  code: Type.Unsafe<ErrorCode | null>({ type: ['string', 'null'] }),
});
export type PendingChange = Static<typeof WaitingChangeSchema>;

const TakenGroupSchema = Type.Object({
  security_group_id: SecurityGroupIdSchema,
  name: Type.String(),
  /** Exams last changed before this stay at the home vault; null includes all. */
  since: NullableString,
  patients: Count,
  exams: Count,
  templates: Count,
  /** Sealed bytes of the documents on this computer. */
  bytes: Count,
  /** Files of the group outside the trash; and those with content on this computer. */
  files: Count,
  files_here: Count,
  /** True when everything requested has arrived. */
  is_whole: Type.Boolean(),
  /** Last update; null before the first. */
  pulled_at: NullableString,
});

/** An exam whose files are always fetched with their content. */
const PinSchema = Type.Object({
  exam_id: DocumentIdSchema,
  security_group_id: SecurityGroupIdSchema,
  pinned_at: InstantSchema,
  /** Number of files outside the trash. */
  files: Count,
  files_here: Count,
  /** Size of the files in plaintext bytes. */
  bytes: Count,
  bytes_here: Count,
});

export const CopyStatusSchema = Type.Object({
  workspace_id: WorkspaceIdSchema,
  name: Type.String(),
  taken_at: InstantSchema,
  clinic: Type.Object({
    standing: oneOf(STANDINGS),
    /** Start of this connection state. */
    since: InstantSchema,
    /** Time of the last successful sync. */
    exchanged_at: InstantSchema,
    /** Time of the next connection attempt; null while locked. */
    next_try_at: NullableString,
    is_exchanging: Type.Boolean(),
    /** Expiry of this copy's certificate at the home vault; renewed automatically while an issuer is unlocked there. */
    certificate_ends_at: InstantSchema,
  }),
  /** End of the lease: after this time the copy opens only if the home vault accepts the person. */
  opens_until: InstantSchema,
  /** Pending changes in push order, patients before exams. */
  waits: Type.Array(WaitingChangeSchema),
  taken: Type.Array(TakenGroupSchema),
  pins: Type.Array(PinSchema),
  addresses: Type.Array(
    Type.Object({
      address: Type.String(),
      /** True when it responded to the last attempt; null before the first. */
      answers: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
      answered_at: NullableString,
    }),
  ),
});
export type TravellingCopyStatus = Static<typeof CopyStatusSchema>;

const ExchangeBodySchema = Type.Object(
  {
    /** The person's passphrase at the home vault, where this computer was unlocked without it. */
    passphrase: Type.Optional(PassphraseSchema),
  },
  closed,
);

const TakeGroupBodySchema = Type.Object(
  {
    security_group_id: SecurityGroupIdSchema,
    /** Leaves out exams last changed before this instant; null includes all. */
    since: NullableString,
  },
  closed,
);

const PinBodySchema = Type.Object({ exam_id: DocumentIdSchema, is_pinned: Type.Boolean() }, closed);

/** Which name of a node renamed on both sides is kept. */
export const NAME_SIDES = ['clinic', 'own'] as const;
export type RenameChoice = (typeof NAME_SIDES)[number];

const NameBodySchema = Type.Object({ node_id: NodeIdSchema, keep: oneOf(NAME_SIDES) }, closed);

const AddressesBodySchema = Type.Object(
  {
    /** Origins, or names with a port; in order of preference. */
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
    summary: 'Read the contents, pending changes and connection of this travelling copy; not_found elsewhere',
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
    summary: 'Set the addresses of the home vault; each must prove to be the agreed vault',
    body: AddressesBodySchema,
    response: CopyStatusSchema,
  },
});
