/**
 * Creates security groups with their first key, and lists them. Members are in `members-service.ts`, keys in
 * `key-rotation.ts`. A group's name is plaintext but signed.
 * Source: choices, "Vocabulary", "Sessions and principals".
 */

import type { Group, GroupCreateBody } from '#contract/access/principals.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { SecurityGroupId } from '#contract/ids.ts';
import type { Page, PageQuery } from '#contract/paged-list.ts';
import { wipe } from '#crypto/bytes.ts';
import { generateGroupKey } from '#crypto/keys/key-types.ts';
import { nameCommitment } from '#crypto/membership/name-commitment.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { requireAdmin } from '#server/identity/actor/administrator.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import { cleanName, newNameSalt } from '#server/identity/core/membership/principal-rows.ts';
import { pageOfList } from '#server/identity/requests/list-cursor.ts';
import type { WriteOptions } from '#server/identity/requests/write-options.ts';
import type { GroupRow } from '#server/storage/access/membership-store.ts';
import { nowInstant } from '#server/system/clock.ts';

export interface GroupsService {
  /**
   * Creates a group, for administrators; the creator becomes the first owner. @throws permission_denied,
   * invalid_request
   */
  readonly create: (actor: Actor, body: GroupCreateBody, options?: WriteOptions) => Group;
  /** Returns one group. @throws not_found unless the caller is a member or an administrator. */
  readonly get: (actor: Actor, securityGroupId: SecurityGroupId) => Group;
  /** The caller's groups; for administrators all groups. */
  readonly list: (actor: Actor, query: PageQuery) => Page<Group>;
}

export function createGroupsService(core: AccessCore): GroupsService {
  const { ledger, unlocked } = core;
  const { membership } = core.stores;

  function toView(actor: Actor, row: GroupRow): Group | undefined {
    const group = ledger.state().groups.get(row.security_group_id);
    const role = group?.members.get(actor.principal_id) ?? null;
    if (group === undefined || (role === null && !actor.is_admin)) return undefined;
    const { security_group_id, created_at } = row;
    return {
      ...{ security_group_id, created_at },
      name: core.groupNameOf(row.security_group_id),
      role,
      key_available: actor.keyRing.hasGroupKey(row.security_group_id),
      generation: group.generation,
      member_count: group.members.size,
    };
  }

  function get(actor: Actor, securityGroupId: SecurityGroupId): Group {
    const row = membership.findGroup(securityGroupId);
    const group = row && toView(actor, row);
    if (group === undefined) throw new VaultError('not_found', 'This group was not found.');
    return group;
  }

  return {
    get,
    create(actor, body, { withinTransaction } = {}) {
      requireAdmin(actor);
      const name = cleanName(body.name, 'name');
      const keys = core.keysOf(actor);
      const { principal_id, kind, is_admin } = keys;
      const security_group_id = core.newId<SecurityGroupId>();
      const name_salt = newNameSalt();
      const groupKey = generateGroupKey();
      ledger.change(keys.secrets, (append) => {
        membership.insertGroup({ security_group_id, name, name_salt, created_at: nowInstant(core.clock) });
        append({
          action: 'create_group',
          principal_id,
          kind,
          is_admin,
          security_group_id,
          generation: 1,
          role: 'owner',
          display_name_sha256: nameCommitment(name, name_salt),
          grants: new Map([[principal_id, groupKey]]),
        });
        withinTransaction?.(security_group_id);
      });
      unlocked.giveKey(principal_id, security_group_id, 1, groupKey);
      wipe(groupKey);
      return get(actor, security_group_id);
    },
    list(actor, query) {
      const groups = membership.listGroups().flatMap((row) => toView(actor, row) ?? []);
      return pageOfList(actor, 'groups', groups, query, (group) => group.security_group_id);
    },
  };
}
