import { type Static, Type } from 'typebox';
import { SecurityGroupIdSchema } from '#contract/ids.ts';

/** Roles in a security group, weakest first. Source: choices, "Vocabulary". */
export const ROLES = ['viewer', 'editor', 'owner'] as const;
export type Role = (typeof ROLES)[number];
export const RoleSchema = Type.Unsafe<Role>({ type: 'string', enum: [...ROLES] });

/** True when `role` includes the rights of `needed`. */
export function roleCovers(role: Role | undefined, needed: Role): boolean {
  return role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** A role in a group, as requested or granted. */
export const GroupRoleSchema = Type.Object(
  { security_group_id: SecurityGroupIdSchema, role: RoleSchema },
  { additionalProperties: false },
);
export type GroupRole = Static<typeof GroupRoleSchema>;
