/**
 * Invites persons, lists and disables principals, for administrators. An invited person's keys exist from the start,
 * wrapped under the invite code alone, so that group keys can be granted before the first unlock.
 * Source: choices, "Sessions and principals"; sealing design B3.
 */

import type {
  Issued,
  Principal,
  PrincipalCreateBody,
  PrincipalDisabled,
  PrincipalDisableQuery,
  PrincipalInvited,
} from '#contract/access/principals.ts';
import type { GroupRole } from '#contract/access/roles.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { PrincipalId } from '#contract/ids.ts';
import { INVITE_LIFETIME_MS } from '#contract/limits.ts';
import type { Page, PageQuery } from '#contract/paged-list.ts';
import { wipe } from '#crypto/bytes.ts';
import { encodePublicKeys } from '#crypto/membership/membership.ts';
import { nameCommitment } from '#crypto/membership/name-commitment.ts';
import { generatePrincipal, wipePrincipal } from '#crypto/principals/principal-keys.ts';
import { wrapWithSecret } from '#crypto/principals/principal-wraps.ts';
import { generateRecoveryKey } from '#crypto/principals/recovery-key.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { requireAdmin } from '#server/identity/actor/administrator.ts';
import { assertDistinctGroups } from '#server/identity/actor/assert-distinct-groups.ts';
import { findCurrentKey } from '#server/identity/core/current-group-key.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import { assertDistinctName } from '#server/identity/core/membership/distinct-names.ts';
import { cleanName, insertPrincipal, newNameSalt } from '#server/identity/core/membership/principal-rows.ts';
import { pageOfList } from '#server/identity/requests/list-cursor.ts';
import type { PrincipalRow } from '#server/storage/access/principal-store.ts';
import { nowInstant } from '#server/system/clock.ts';
import type { DisablePrincipal } from './disable-principal.ts';

export interface PrincipalsService {
  /** Lists principals. For administrators. @throws permission_denied */
  readonly list: (actor: Actor, query: PageQuery) => Page<Principal>;
  /**
   * Invites a person, for administrators. Groups whose key the caller lacks are granted as a role without key.
   * @throws permission_denied, not_found, invalid_request
   */
  readonly invite: (actor: Actor, body: PrincipalCreateBody) => PrincipalInvited;
  /**
   * For administrators; repeatable. Also disables what the principal issued, or lists it where that is impossible.
   * @throws permission_denied, not_found, has_dependents (last administrator, last owner)
   */
  readonly disable: (
    actor: Actor,
    principalId: PrincipalId,
    query?: PrincipalDisableQuery,
  ) => PrincipalDisabled;
}

export function createPrincipalsService(core: AccessCore, retire: DisablePrincipal): PrincipalsService {
  const { ledger } = core;
  const { principals } = core.stores;

  function toView(row: PrincipalRow): Principal {
    const { principal_id, created_at } = row;
    const state = ledger.state();
    const kind = state.principals.get(principal_id)?.kind ?? row.kind;
    const groups = [...state.groups].flatMap(([security_group_id, group]): GroupRole[] => {
      const role = group.members.get(principal_id);
      return role === undefined ? [] : [{ security_group_id, role }];
    });
    const isDisabled = state.principals.get(principal_id)?.disabled ?? true;
    const is_admin = state.principals.get(principal_id)?.is_admin ?? false;
    const openState = row.invite_expires_at === null ? 'active' : 'invited';
    return {
      principal_id,
      kind,
      display_name: core.displayNameOf(principal_id),
      is_admin,
      state: isDisabled ? 'disabled' : openState,
      groups,
      created_at,
    };
  }

  /** A row that no record made is shown to nobody. */
  function listed(): PrincipalRow[] {
    const known = ledger.state().principals;
    return principals.list().filter(({ principal_id }) => known.has(principal_id));
  }

  function getRow(principalId: PrincipalId): PrincipalRow {
    const row = principals.find(principalId);
    if (row === undefined) throw new VaultError('not_found', 'This person or program was not found.');
    return row;
  }

  function assertOtherAdmin(principal: Principal): void {
    if (!principal.is_admin || principal.state === 'disabled') return;
    const isOther = (row: PrincipalRow): boolean => {
      const { is_admin, state, principal_id } = toView(row);
      return is_admin && state === 'active' && principal_id !== principal.principal_id;
    };
    if (!principals.list().some(isOther))
      throw new VaultError('has_dependents', 'This is the last administrator. Make another one first.');
  }

  /** Enabled principals this one issued, from the signed list: programs, and persons with an unused invite. */
  function openIssuedBy(principalId: PrincipalId): Principal[] {
    const known = ledger.state().principals;
    return principals
      .list()
      .filter(({ principal_id }) => known.get(principal_id)?.enrolled_by === principalId)
      .map(toView)
      .filter(({ kind, state, principal_id }) => {
        const isOpen = kind === 'sdk' ? state !== 'disabled' : state === 'invited';
        return isOpen && principal_id !== principalId;
      });
  }

  /** Disables a principal. @returns false where a group would be left without an owner; a person must decide then. */
  function retireUnlessLast(actor: Actor, principalId: PrincipalId): boolean {
    try {
      retire(actor, principalId);
      return true;
    } catch (error) {
      if (error instanceof VaultError && error.code === 'has_dependents') return false;
      throw error;
    }
  }

  function invite(actor: Actor, body: PrincipalCreateBody): PrincipalInvited {
    requireAdmin(actor);
    const display_name = cleanName(body.display_name, 'display_name');
    assertDistinctName(principals, 'person', display_name);
    const { groups: known } = ledger.state();
    assertDistinctGroups(body.groups);
    for (const { security_group_id } of body.groups) {
      if (!known.has(security_group_id))
        throw new VaultError('not_found', 'groups: one of them was not found.');
    }
    const keys = core.keysOf(actor);
    const { trust } = keys.secrets;
    const ids = { workspace_id: trust.workspace_id, principal_id: core.newId<PrincipalId>() };
    const invited = generatePrincipal({ ...ids, trustRoot: trust });
    const code = generateRecoveryKey();
    const created_at = nowInstant(core.clock);
    const expires_at = new Date(core.clock.nowMs() + INVITE_LIFETIME_MS).toISOString();
    const wrap = wrapWithSecret('invite', invited.secrets.principalKey, code.secret, ids);
    const self = {
      principal_id: ids.principal_id,
      kind: 'person',
      is_admin: body.is_admin ?? false,
    } as const;
    ledger.change(keys.secrets, (append) => {
      const name_salt = newNameSalt();
      const named = { kind: 'person', display_name, name_salt } as const;
      const clear = { ...named, created_at, invite_expires_at: expires_at };
      insertPrincipal(principals, invited, clear, [wrap]);
      append({
        ...self,
        action: 'enrol',
        public_keys: encodePublicKeys(invited.publicKeys),
        display_name_sha256: nameCommitment(display_name, name_salt),
      });
      for (const { security_group_id, role } of body.groups) {
        const generation = known.get(security_group_id)?.generation ?? 0;
        const held = findCurrentKey(core, keys, security_group_id);
        const grants = held ? { grants: new Map([[ids.principal_id, held.key]]) } : {};
        append({ ...self, action: 'set_role', security_group_id, generation, role, ...grants });
      }
    });
    wipePrincipal(invited.secrets);
    wipe(code.secret);
    return { principal_id: ids.principal_id, invite_code: code.text, expires_at };
  }

  return {
    invite,
    list(actor, query) {
      requireAdmin(actor);
      return pageOfList(actor, 'principals', listed().map(toView), query, (row) => row.principal_id);
    },
    disable(actor, principalId, { issued: wanted = 'end' } = {}) {
      requireAdmin(actor);
      const principal = toView(getRow(principalId));
      if (principal.state !== 'disabled') {
        assertOtherAdmin(principal);
        retire(actor, principalId);
      }
      const issued = openIssuedBy(principalId).map((each): Issued => {
        const { principal_id, kind, display_name } = each;
        const isEnded = wanted === 'end' && retireUnlessLast(actor, principal_id);
        return { principal_id, kind, display_name, state: isEnded ? 'ended' : 'kept' };
      });
      return { ...toView(getRow(principalId)), issued };
    },
  };
}
