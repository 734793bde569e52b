/**
 * Decides which actors may see or govern a group, and keeps at least one lasting owner in it. Reads the verified
 * membership list only.
 * Source: choices, "Vocabulary".
 */

import type { Role } from '#contract/access/roles.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { PrincipalId, SecurityGroupId } from '#contract/ids.ts';
import type { MembershipGroup } from '#crypto/membership/membership.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';

/**
 * Returns the group to a member or an administrator.
 * @throws not_found for an administrator when it does not exist; permission_denied for any other non-member.
 */
export function visibleGroup(
  core: AccessCore,
  actor: Actor,
  securityGroupId: SecurityGroupId,
): MembershipGroup {
  const group = core.ledger.state().groups.get(securityGroupId);
  if (actor.is_admin && group === undefined) throw new VaultError('not_found', 'This group was not found.');
  if (group === undefined || !(actor.is_admin || group.members.has(actor.principal_id))) {
    throw new VaultError(
      'permission_denied',
      'You are not a member of this security group. Ask an owner of it.',
    );
  }
  return group;
}

/** Returns the group to one of its owners or an administrator. @throws not_found, permission_denied */
export function governedGroup(
  core: AccessCore,
  actor: Actor,
  securityGroupId: SecurityGroupId,
): MembershipGroup {
  const group = visibleGroup(core, actor, securityGroupId);
  if (actor.is_admin || group.members.get(actor.principal_id) === 'owner') return group;
  throw new VaultError(
    'permission_denied',
    'This needs the role «owner» in the group, or an administrator. Ask one of them.',
  );
}

/** Members who have the group's current key. */
export function holdersOf(core: AccessCore, securityGroupId: SecurityGroupId): ReadonlySet<PrincipalId> {
  const group = core.ledger.state().groups.get(securityGroupId);
  if (group === undefined) return new Set();
  const holders = core.stores.membership.listHolders(securityGroupId, group.generation);
  return new Set(holders.filter((id) => group.members.has(id)));
}

/**
 * Requires another owner who has the key and does not expire. An owner without the key can neither grant nor rotate; an
 * expiring credential would take the key with it.
 * @throws has_dependents when only `principalId` is such an owner.
 */
export function assertOtherOwner(
  core: AccessCore,
  securityGroupId: SecurityGroupId,
  principalId: PrincipalId,
): void {
  const members = core.ledger.state().groups.get(securityGroupId)?.members ?? new Map<PrincipalId, Role>();
  if (members.get(principalId) !== 'owner') return;
  for (const id of holdersOf(core, securityGroupId)) {
    if (id !== principalId && members.get(id) === 'owner' && stays(core, id)) return;
  }
  throw new VaultError('has_dependents', 'This is the group’s last owner. Make another member owner first.');
}

/** True for a principal without expiry: every person, and credentials issued without one. */
function stays(core: AccessCore, principalId: PrincipalId): boolean {
  return (core.stores.credentials.findByPrincipal(principalId)?.expires_at ?? null) === null;
}
