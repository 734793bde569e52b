/**
 * Announces and finds the public inbox keys of groups, to which received files are sealed. An owner announces one in
 * the signed membership list for each key generation. While the vault is locked, the announcement is trusted because
 * the list verifies from the founder's fingerprint, which this computer has stored. A member with the group's key
 * derives the inbox key and needs no announcement.
 * Source: sealing design B11.
 */
import type { SecurityGroupId } from '#contract/ids.ts';
import { encodeBase64Url } from '#crypto/bytes.ts';
import { deriveInboxKey } from '#crypto/keys/inbox-key.ts';
import type { FindInboxKey, InboxKey } from '#server/identity/requests/inbox-key-port.ts';
import { findCurrentKey } from './current-group-key.ts';
import type { AccessCore } from './identity-dependencies.ts';
import type { VerifiedMembership } from './membership/verified-membership.ts';

export interface InboxKeys {
  readonly find: FindInboxKey;
  /**
   * Pins the founder and, for each group with an unlocked owner, announces the inbox key of its generation if the list
   * lacks it. Call outside any transaction.
   */
  readonly announce: (securityGroupIds: readonly SecurityGroupId[]) => void;
}

export function createInboxKeys(core: AccessCore, list: VerifiedMembership): InboxKeys {
  const held = new Map<SecurityGroupId, InboxKey>();

  function find(securityGroupId: SecurityGroupId): InboxKey | undefined {
    const group = list.state()?.groups.get(securityGroupId);
    if (group === undefined) return undefined;
    const { generation, inbox } = group;
    if (inbox?.generation === generation) return { generation, publicKey: inbox.kem };
    const known = held.get(securityGroupId);
    if (known?.generation === generation) return known;
    const derived = deriveFromRing(securityGroupId);
    if (derived !== undefined) held.set(securityGroupId, derived);
    return derived;
  }

  function deriveFromRing(securityGroupId: SecurityGroupId): InboxKey | undefined {
    for (const principal of core.unlocked.list()) {
      const current = findCurrentKey(core, principal, securityGroupId);
      if (current !== undefined) {
        return { generation: current.generation, publicKey: deriveInboxKey(current.key) };
      }
    }
    return undefined;
  }

  function announce(securityGroupIds: readonly SecurityGroupId[]): void {
    const state = core.ledger.findState();
    if (state === undefined) return;
    list.pinFounder(state);
    if (core.isCopy) return;
    for (const id of securityGroupIds) announceOf(id);
  }

  function announceOf(securityGroupId: SecurityGroupId): void {
    const { ledger } = core;
    const group = ledger.findState()?.groups.get(securityGroupId);
    if (group === undefined || group.inbox?.generation === group.generation) return;
    const owner = core.unlocked
      .list()
      .find(({ principal_id }) => group.members.get(principal_id) === 'owner');
    const current = owner && findCurrentKey(core, owner, securityGroupId);
    if (owner === undefined || current === undefined) return;
    const { principal_id, kind, is_admin, secrets } = owner;
    ledger.change(secrets, (append) =>
      append({
        action: 'open_inbox',
        principal_id,
        kind,
        is_admin,
        security_group_id: securityGroupId,
        generation: current.generation,
        inbox_kem: encodeBase64Url(deriveInboxKey(current.key)),
      }),
    );
  }

  return { find, announce };
}
