/**
 * Wire types of audit entries: who did what to which object, when, from where, and what was refused. Ids, kinds and
 * codes only, no record content. Source: choices, second part; sealing design B8 (Audit).
 */
import { type Static, Type } from 'typebox';
import { nullableId, type PrincipalId, PrincipalIdSchema, UUID_V7_PATTERN } from '#contract/ids.ts';
import { InstantSchema } from '#contract/instant.ts';
import { NullableInteger, NullableString } from '#contract/nullable-schemas.ts';
import { PAGE_QUERY } from '#contract/paged-list.ts';

export const AUDIT_KINDS = [
  'vault_opened',
  'vault_closed',
  'history_disputed',
  'session_opened',
  'session_locked',
  'session_ended',
  'refused',
  'document_read',
  'document_exported',
  'documents_listed',
  'document_created',
  'document_updated',
  'document_archived',
  'document_trashed',
  'document_restored',
  'document_purged',
  'person_erased',
  'draft_created',
  'draft_ended',
  'node_read',
  'nodes_listed',
  'node_created',
  'node_updated',
  'node_trashed',
  'node_restored',
  'node_purged',
  'membership_found',
  'membership_enrol',
  'membership_create_group',
  'membership_set_role',
  'membership_remove',
  'membership_disable',
  'membership_rotate',
  'membership_set_settings',
  'membership_issue_certificate',
  'membership_set_audit_key',
  'membership_set_ca',
  'membership_recover',
  'membership_open_inbox',
  'message_queued',
  'message_acknowledged',
  'message_refused',
  'message_discarded',
  'request_done',
  'backup_made',
  'backup_failed',
  'backup_drilled',
  'vault_restored',
  'vault_migrated',
  'finding_decided',
  'audit_read',
  'audit_exported',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

export const AUDIT_OBJECT_TYPES = [
  'patients',
  'exams',
  'templates',
  'node',
  'group',
  'principal',
  'session',
  'credential',
  'finding',
  'backup',
] as const;
export type AuditObjectType = (typeof AUDIT_OBJECT_TYPES)[number];

const KindSchema = Type.Unsafe<AuditKind>({ type: 'string', enum: [...AUDIT_KINDS] });

export const AuditEntrySchema = Type.Object({
  /** Position of the entry in the chain, from 1. */
  seq: Type.Integer(),
  at: InstantSchema,
  /** Kind of the entry; null when it does not open. */
  kind: Type.Unsafe<AuditKind | null>({ type: ['string', 'null'], enum: [...AUDIT_KINDS, null] }),
  by: Type.Unsafe<{ principal_id: PrincipalId; display_name: string } | null>({
    type: ['object', 'null'],
    properties: { principal_id: PrincipalIdSchema, display_name: { type: 'string' } },
  }),
  session_id: nullableId<string>(),
  client_cn: NullableString,
  object_type: Type.Unsafe<AuditObjectType | null>({
    type: ['string', 'null'],
    enum: [...AUDIT_OBJECT_TYPES, null],
  }),
  object_id: NullableString,
  security_group_id: nullableId<string>(),
  /** Title of a document or file the caller may open; else null. */
  title: NullableString,
  version_id: nullableId<string>(),
  /** Error code of a refusal. */
  code: NullableString,
  /** Operation id of the route that caused the entry, if any. */
  operation: NullableString,
  /** A role, an unlock method, a decision, or a count. */
  detail: NullableString,
  /** SHA-256 of the entry, hex. */
  hash: Type.String(),
  prev_hash: Type.String(),
});
export type AuditEntry = Static<typeof AuditEntrySchema>;

export const AuditQuerySchema = Type.Object(
  {
    ...PAGE_QUERY,
    since: Type.Optional(InstantSchema),
    /** End of the period, exclusive. */
    until: Type.Optional(InstantSchema),
    principal_id: Type.Optional(PrincipalIdSchema),
    kind: Type.Optional(KindSchema),
    object_id: Type.Optional(Type.String({ pattern: UUID_V7_PATTERN })),
    refused: Type.Optional(Type.Boolean()),
    /** Order of the entries, newest first by default. */
    order: Type.Optional(Type.Unsafe<'oldest'>({ type: 'string', enum: ['oldest'] })),
    /** Whether titles of records are looked up; without them titles are null. */
    titles: Type.Optional(Type.Boolean()),
    /** Records the reading as an export, with its number of entries. */
    purpose: Type.Optional(Type.Unsafe<'export'>({ type: 'string', enum: ['export'] })),
  },
  { additionalProperties: false },
);
export type AuditQuery = Static<typeof AuditQuerySchema>;

export const AuditCheckSchema = Type.Object({
  holds: Type.Boolean(),
  entries: Type.Integer(),
  first_at: NullableString,
  checked_at: InstantSchema,
  /** Number of the first invalid entry. */
  broken_seq: NullableInteger,
  /** Number of verified and opened entries; the others verify as a chain, but this person lacks their keys. */
  opened: Type.Integer(),
});
export type AuditCheck = Static<typeof AuditCheckSchema>;
