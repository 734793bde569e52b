/**
 * Wire types for erasing a patient: record, exams, their files and renditions, drafts, inbox and outbox items. The
 * result is a signed statement of what was erased and what remains elsewhere. Source: choices, "Documents" (purge);
 * `docs/spec-choices.md`, "Erasing a person".
 */
import { type Static, Type } from 'typebox';
import {
  DocumentIdSchema,
  MessageIdSchema,
  NodeIdSchema,
  PrincipalIdSchema,
  SecurityGroupIdSchema,
  WorkspaceIdSchema,
} from '#contract/ids.ts';
import { InstantSchema } from '#contract/instant.ts';
import { NullableString } from '#contract/nullable-schemas.ts';
import { typedRoutes } from '#contract/route.ts';
import { CHANGE } from './document-errors.ts';

/**
 * Why data is not erased with the patient: a damaged row, a study that may be theirs, another record of the same
 * patient.
 */
export const LEFT_REASONS = ['damaged', 'may_be_theirs', 'same_person'] as const;
export type LeftReason = (typeof LEFT_REASONS)[number];

const LeftSchema = Type.Object({
  kind: Type.Unsafe<'patient' | 'exam' | 'file'>({ type: 'string', enum: ['patient', 'exam', 'file'] }),
  id: Type.String(),
  why: Type.Unsafe<LeftReason>({ type: 'string', enum: [...LEFT_REASONS] }),
});
export type Left = Static<typeof LeftSchema>;

export const StillHeldSchema = Type.Object({
  /** Snapshots in the backup folder made since the record was created; null: no folder is configured. */
  snapshots: Type.Union([Type.Array(Type.String()), Type.Null()]),
  /** Travelling copies that synced this group in the last 400 days. Each deletes the data at its next sync. */
  copies: Type.Array(
    Type.Object({
      /** Common name of its certificate; null for syncs before names were recorded. */
      client_cn: NullableString,
      /** Time of the copy's last sync, precise to the day. */
      last_asked_at: InstantSchema,
    }),
  ),
});
export type StillHeld = Static<typeof StillHeldSchema>;

const erased = {
  security_group_id: SecurityGroupIdSchema,
  patient_id: DocumentIdSchema,
  exams: Type.Array(DocumentIdSchema),
  /** Erased files and folders. */
  files: Type.Array(NodeIdSchema),
  /** Inbox items not filed into an exam. */
  received: Type.Array(NodeIdSchema),
  /** Erased outbox messages. */
  messages: Type.Array(MessageIdSchema),
  versions: Type.Integer(),
  drafts: Type.Integer(),
  left: Type.Array(LeftSchema),
  still_held: StillHeldSchema,
};

export const ErasurePlanSchema = Type.Object(erased);
export type ErasurePlan = Static<typeof ErasurePlanSchema>;

export const ErasureStatementSchema = Type.Object({
  ...erased,
  workspace_id: WorkspaceIdSchema,
  workspace_name: Type.String(),
  /** Reason of the erasure, as entered by the owner. */
  reason: Type.String(),
  principal_id: PrincipalIdSchema,
  signer_name: Type.String(),
  signer_name_salt: Type.Optional(Type.String()),
  credential_expires_at: NullableString,
  /** Fingerprint of the signer's public keys, SHA-256, hex. */
  key_fingerprint: Type.String(),
  membership_seq: Type.Integer(),
  /** Time of the erasure by the vault's clock. */
  erased_at: InstantSchema,
});
export type ErasureStatement = Static<typeof ErasureStatementSchema>;

export const ERASURE_FILE_FORMAT = 'srvault-erasure-1';

/** The file's text is this object as RFC 8785 JSON and one line feed. */
export const ErasureFileSchema = Type.Object({
  format: Type.Unsafe<typeof ERASURE_FILE_FORMAT>({ type: 'string', enum: [ERASURE_FILE_FORMAT] }),
  statement: ErasureStatementSchema,
  /** Base64url, over the statement as RFC 8785 JSON. */
  signature_ed25519: Type.String(),
  signature_mldsa65: Type.String(),
  /** The signed membership records from the founder to the signer, oldest first. */
  membership: Type.Array(Type.Unsafe<object>({ type: 'object', additionalProperties: true })),
});
export type ErasureFile = Static<typeof ErasureFileSchema>;

export const EraseBodySchema = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: 2000 }) },
  { additionalProperties: false },
);
export type EraseBody = Static<typeof EraseBodySchema>;

const session = {
  auth: 'session',
  params: Type.Object({ patient_id: DocumentIdSchema }),
  success: 200,
  errors: [...CHANGE, 'has_dependents', 'index_pending'],
} as const;

export const ERASURE_ROUTES = typedRoutes({
  plan: {
    ...session,
    method: 'GET',
    path: '/v1/patients/{patient_id}/erasure',
    operation_id: 'planErasure',
    summary: 'What erasing this person would remove, and what would still hold some of it (owners)',
    response: ErasurePlanSchema,
  },
  erase: {
    ...session,
    method: 'POST',
    path: '/v1/patients/{patient_id}/erase',
    operation_id: 'erasePatient',
    summary:
      'Erase a person for good with exams, files, drafts and what waits; answers a signed statement (owners)',
    body: EraseBodySchema,
    response: ErasureFileSchema,
  },
});
