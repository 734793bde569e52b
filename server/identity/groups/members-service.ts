/**
 * Members of a group and their roles. A member added by an administrator without the group's key has a role but no key
 * (`key_available: false`) until an owner who has it adds the member again: an administrator alone cannot grant
 * reading. Removing a member starts a new key generation.
 * Source: choices, "Vocabulary", "Sessions and principals".
 */

import type { Member, MemberPutBody } from '#contract/access/principals.ts';
import type { Role } from '#contract/access/roles.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { PrincipalId, SecurityGroupId } from '#contract/ids.ts';
import type { Page, PageQuery } from '#contract/paged-list.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { findCurrentKey } from '#server/identity/core/current-group-key.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import { pageOfList } from '#server/identity/requests/list-cursor.ts';
import { assertOtherOwner, governedGroup, holdersOf, visibleGroup } from './group-authorization.ts';
import type { Rotations } from './key-rotation.ts';

export interface MembersService {
  /** Lists the members of a group. @throws permission_denied, not_found */
  readonly list: (actor: Actor, securityGroupId: SecurityGroupId, query: PageQuery) => Page<Member>;
  /**
   * Adds the member or changes the role; for owners of the group and administrators.
   * @throws permission_denied, not_found, has_dependents (last owner), group_key_unavailable (an owner without key)
   */
  readonly put: (
    actor: Actor,
    securityGroupId: SecurityGroupId,
    principalId: PrincipalId,
    body: MemberPutBody,
  ) => Member;
  /** Returns the member as it was before. @throws permission_denied, not_found, has_dependents */
  readonly remove: (actor: Actor, securityGroupId: SecurityGroupId, principalId: PrincipalId) => Member;
}

export function createMembersService(core: AccessCore, rotations: Rotations): MembersService {
  const { ledger, unlocked } = core;

  /** Returns when each present member joined, from the signed records. */
  function arrivalsIn(securityGroupId: SecurityGroupId): ReadonlyMap<string, string> {
    const arrivals = new Map<string, string>();
    for (const { record } of ledger.records()) {
      const { action, principal_id, created_at } = record;
      if (action === 'disable') arrivals.delete(principal_id);
      if (record.security_group_id !== securityGroupId) continue;
      if (action === 'remove') arrivals.delete(principal_id);
      else if (action !== 'rotate' && !arrivals.has(principal_id)) arrivals.set(principal_id, created_at);
    }
    return arrivals;
  }

  function toView(principalId: PrincipalId, role: Role, added_at: string): Member {
    const kind = ledger.state().principals.get(principalId)?.kind ?? 'person';
    return { principal_id: principalId, display_name: core.displayNameOf(principalId), kind, role, added_at };
  }

  function viewOf(securityGroupId: SecurityGroupId, principalId: PrincipalId): Member {
    const role = ledger.state().groups.get(securityGroupId)?.members.get(principalId);
    const addedAt = arrivalsIn(securityGroupId).get(principalId);
    if (role === undefined || addedAt === undefined)
      throw new VaultError('not_found', 'This person or program is not a member of this group.');
    return toView(principalId, role, addedAt);
  }

  return {
    list(actor, securityGroupId, query) {
      const group = visibleGroup(core, actor, securityGroupId);
      const arrivals = arrivalsIn(securityGroupId);
      const members = [...group.members]
        .map(([id, role]) => toView(id, role, arrivals.get(id) ?? ''))
        .sort((a, b) => (a.principal_id < b.principal_id ? -1 : 1));
      const scope = `members ${securityGroupId}`;
      return pageOfList(actor, scope, members, query, (member) => member.principal_id);
    },

    put(actor, securityGroupId, principalId, { role }) {
      const group = governedGroup(core, actor, securityGroupId);
      const principal = ledger.state().principals.get(principalId);
      if (principal === undefined || principal.disabled)
        throw new VaultError('not_found', 'This person or program was not found or is not active.');
      if (role !== 'owner') assertOtherOwner(core, securityGroupId, principalId);
      const keys = core.keysOf(actor);
      const isGrantDue = !holdersOf(core, securityGroupId).has(principalId);
      const grant = isGrantDue ? findCurrentKey(core, keys, securityGroupId) : undefined;
      if (isGrantDue && grant === undefined && !actor.is_admin)
        throw new VaultError(
          'group_key_unavailable',
          'You have no key of this group, so you cannot grant it.',
        );
      if (group.members.get(principalId) === role && grant === undefined) {
        return viewOf(securityGroupId, principalId);
      }
      ledger.change(keys.secrets, (append) =>
        append({
          action: 'set_role',
          principal_id: principalId,
          kind: principal.kind,
          is_admin: principal.is_admin,
          security_group_id: securityGroupId,
          generation: group.generation,
          role,
          ...(grant ? { grants: new Map([[principalId, grant.key]]) } : {}),
        }),
      );
      if (grant) unlocked.giveKey(principalId, securityGroupId, grant.generation, grant.key);
      return viewOf(securityGroupId, principalId);
    },

    remove(actor, securityGroupId, principalId) {
      const group = governedGroup(core, actor, securityGroupId);
      const removed = viewOf(securityGroupId, principalId);
      assertOtherOwner(core, securityGroupId, principalId);
      ledger.change(core.keysOf(actor).secrets, (append) => {
        append({
          action: 'remove',
          principal_id: principalId,
          kind: removed.kind,
          is_admin: ledger.state().principals.get(principalId)?.is_admin ?? false,
          security_group_id: securityGroupId,
          generation: group.generation,
        });
        core.stores.membership.deleteGrantsOf(securityGroupId, principalId);
        rotations.request(securityGroupId);
      });
      unlocked.takeKeys(principalId, securityGroupId);
      rotations.start(securityGroupId);
      core.commits.checkpoint();
      return removed;
    },
  };
}
