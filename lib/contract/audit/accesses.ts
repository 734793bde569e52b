/** Wire types of the accesses to one patient: entries of the audit log about the patient, their exams and files. */
import { type Static, Type } from 'typebox';
import { type PrincipalId, PrincipalIdSchema } from '#contract/ids.ts';
import { InstantSchema } from '#contract/instant.ts';
import { NullableString } from '#contract/nullable-schemas.ts';
import { PAGE_QUERY } from '#contract/paged-list.ts';
import { AUDIT_KINDS, AUDIT_OBJECT_TYPES, type AuditKind, type AuditObjectType } from './audit-entry.ts';

export const AccessSchema = Type.Object({
  /** Number of the entry in the audit log. */
  seq: Type.Integer(),
  at: InstantSchema,
  /** The person or program; null where unknown. */
  principal: Type.Unsafe<{ principal_id: PrincipalId; display_name: string } | null>({
    type: ['object', 'null'],
    properties: { principal_id: PrincipalIdSchema, display_name: { type: 'string' } },
  }),
  client_cn: NullableString,
  kind: Type.Unsafe<AuditKind>({ type: 'string', enum: [...AUDIT_KINDS] }),
  /** What it was done to; a group where its records were read together. */
  object: Type.Unsafe<{ type: AuditObjectType | null; id: string | null; title: string | null }>({
    type: 'object',
    properties: {
      type: { type: ['string', 'null'], enum: [...AUDIT_OBJECT_TYPES, null] },
      id: { type: ['string', 'null'] },
      title: { type: ['string', 'null'] },
    },
  }),
  /** `done`, or the error code of a refusal. */
  outcome: Type.String(),
});
export type Access = Static<typeof AccessSchema>;

export const AccessesQuerySchema = Type.Object(
  {
    ...PAGE_QUERY,
    since: Type.Optional(InstantSchema),
    /** End of the period, exclusive. */
    until: Type.Optional(InstantSchema),
    /** Records the reading as an export. */
    purpose: Type.Optional(Type.Unsafe<'export'>({ type: 'string', enum: ['export'] })),
  },
  { additionalProperties: false },
);
export type AccessesQuery = Static<typeof AccessesQuerySchema>;
