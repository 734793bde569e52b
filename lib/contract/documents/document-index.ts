/**
 * Wire types of the document index, and of the view that every read and write of a document returns.
 * Source: API spec, "Document index", "Document view"; choices, "Documents" (`index`).
 */
import { type Static, Type } from 'typebox';
import {
  type DocumentId,
  DocumentIdSchema,
  nullableId,
  PrincipalIdSchema,
  SecurityGroupIdSchema,
  VersionIdSchema,
  WorkspaceIdSchema,
} from '#contract/ids.ts';
import { InstantSchema } from '#contract/instant.ts';
import { EnvelopeSchema } from '#contract/sealed-envelope.ts';

export const RESOURCES = ['patients', 'exams', 'templates'] as const;
export type Resource = (typeof RESOURCES)[number];
export const ResourceSchema = Type.Unsafe<Resource>({ type: 'string', enum: [...RESOURCES] });

/** The acting principal, with its present name. */
export const AuthorSchema = Type.Object({ principal_id: PrincipalIdSchema, display_name: Type.String() });

export const DocumentIndexSchema = Type.Object({
  document_id: DocumentIdSchema,
  workspace_id: WorkspaceIdSchema,
  resource: ResourceSchema,
  security_group_id: SecurityGroupIdSchema,
  encrypted_keys: Type.Object({ group_key_generation: Type.Integer(), dek: EnvelopeSchema }),
  encrypted_index: EnvelopeSchema,
  streams: Type.Object({
    data: Type.Object({ version_id: VersionIdSchema, ciphertext_bytes: Type.Integer() }),
  }),
  meta: Type.Object({
    /** Number of the newest version, from 1. */
    seq: Type.Integer(),
    patient_id: Type.Optional(nullableId<DocumentId>()),
    specialist_ids: Type.Array(Type.String()),
    has_draft: Type.Boolean(),
    source_tag: Type.Optional(Type.String()),
  }),
  created_at: InstantSchema,
  created_by: PrincipalIdSchema,
  updated_at: InstantSchema,
  updated_by: Type.Union([AuthorSchema, Type.Null()]),
  is_archived: Type.Boolean(),
  is_deleted: Type.Boolean(),
});
export type DocumentIndex = Static<typeof DocumentIndexSchema>;
