/** Principals, groups and their members. Source: choices, "Vocabulary", "Sessions and principals". */
import { type Static, Type } from 'typebox';
import { PrincipalIdSchema, SecurityGroupIdSchema } from '#contract/ids.ts';
import { InstantSchema } from '#contract/instant.ts';
import { GroupRoleSchema, RoleSchema } from './roles.ts';
import { PrincipalKindSchema } from './session.ts';
import { DisplayNameSchema } from './vault.ts';

const closed = { additionalProperties: false } as const;

export const PrincipalSchema = Type.Object({
  principal_id: PrincipalIdSchema,
  kind: PrincipalKindSchema,
  display_name: Type.String(),
  is_admin: Type.Boolean(),
  /** `invited`: the invite is unused; `disabled` is permanent. */
  state: Type.Unsafe<'invited' | 'active' | 'disabled'>({
    type: 'string',
    enum: ['invited', 'active', 'disabled'],
  }),
  groups: Type.Array(GroupRoleSchema),
  created_at: InstantSchema,
});
export type Principal = Static<typeof PrincipalSchema>;

/** A program or unused invite that a principal issued. */
const IssuedSchema = Type.Object({
  principal_id: PrincipalIdSchema,
  kind: PrincipalKindSchema,
  display_name: Type.String(),
  /** `kept`: on request, or because a group would lose its last owner. */
  state: Type.Unsafe<'ended' | 'kept'>({ type: 'string', enum: ['ended', 'kept'] }),
});
export type Issued = Static<typeof IssuedSchema>;

export const PrincipalDisabledSchema = Type.Object({
  ...PrincipalSchema.properties,
  /** Open credentials and invites issued by the disabled principal. */
  issued: Type.Array(IssuedSchema),
});
export type PrincipalDisabled = Static<typeof PrincipalDisabledSchema>;

export const PrincipalDisableQuerySchema = Type.Object(
  {
    /** Chooses whether programs and unused invites that the disabled principal issued end too; `end` by default. */
    issued: Type.Optional(Type.Unsafe<'end' | 'keep'>({ type: 'string', enum: ['end', 'keep'] })),
  },
  closed,
);
export type PrincipalDisableQuery = Static<typeof PrincipalDisableQuerySchema>;

export const PrincipalCreateBodySchema = Type.Object(
  {
    display_name: DisplayNameSchema,
    is_admin: Type.Optional(Type.Boolean()),
    groups: Type.Array(GroupRoleSchema, { maxItems: 1000 }),
  },
  closed,
);
export type PrincipalCreateBody = Static<typeof PrincipalCreateBodySchema>;

export const PrincipalInvitedSchema = Type.Object({
  principal_id: PrincipalIdSchema,
  /** Invite code: single use, valid for 7 days. */
  invite_code: Type.String(),
  expires_at: InstantSchema,
});
export type PrincipalInvited = Static<typeof PrincipalInvitedSchema>;

export const GroupSchema = Type.Object({
  security_group_id: SecurityGroupIdSchema,
  name: Type.String(),
  /** The caller's own role; null for an administrator who is no member. */
  role: Type.Unsafe<'viewer' | 'editor' | 'owner' | null>({ type: ['string', 'null'] }),
  key_available: Type.Boolean(),
  generation: Type.Integer(),
  member_count: Type.Integer(),
  created_at: InstantSchema,
});
export type Group = Static<typeof GroupSchema>;

export const GroupCreateBodySchema = Type.Object({ name: DisplayNameSchema }, closed);
export type GroupCreateBody = Static<typeof GroupCreateBodySchema>;

export const MemberSchema = Type.Object({
  principal_id: PrincipalIdSchema,
  display_name: Type.String(),
  kind: PrincipalKindSchema,
  role: RoleSchema,
  added_at: InstantSchema,
});
export type Member = Static<typeof MemberSchema>;

export const MemberPutBodySchema = Type.Object({ role: RoleSchema }, closed);
export type MemberPutBody = Static<typeof MemberPutBodySchema>;
