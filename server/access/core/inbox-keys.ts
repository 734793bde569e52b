/**
 * The inbox keys of groups. An owner announces one in the signed membership list, for each generation anew; while
 * nobody is unlocked it is believed because the list verifies from the founder whose fingerprint this computer has
 * written down. Whoever holds the group's key needs no announcement: the inbox key follows from it.
 * Source: sealing design B11.
 */
import type { SecurityGroupId } from '#contract/ids.ts';
import { encodeBase64Url, encodeHex } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { deriveInboxKey } from '#crypto/keys/inbox-key.ts';
import { decodePublicKeys, type MembershipState, verifyChain } from '#crypto/membership/membership.ts';
import type { TrustRoot } from '#crypto/principals/principal-keys.ts';
import { sha256 } from '#crypto/sha256.ts';
import type { FounderAnchor } from '#server/access/founder-anchor-port.ts';
import type { FindInboxKey, InboxKey } from '#server/access/inbox-key-port.ts';
import type { AccessCore } from './access-core.ts';
import { findCurrentKey } from './current-key.ts';
import { parseRecord } from './membership-row.ts';

export interface InboxKeys {
  readonly find: FindInboxKey;
  /**
   * Writes the founder down and, if an owner of the group is unlocked, announces the group's inbox key where the list
   * does not name the one of its generation yet. Outside any transaction.
   */
  readonly announce: (securityGroupId: SecurityGroupId) => void;
}

export function createInboxKeys(core: AccessCore, anchor: FounderAnchor): InboxKeys {
  const held = new Map<SecurityGroupId, InboxKey>();
  let unlockedOnce: MembershipState | undefined;

  function find(securityGroupId: SecurityGroupId): InboxKey | undefined {
    const group = (core.ledger.findState() ?? stateWhileLocked())?.groups.get(securityGroupId);
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

  /** Since this process began nobody has unlocked: the list is as the last one left it. */
  function stateWhileLocked(): MembershipState | undefined {
    try {
      unlockedOnce ??= verifyFromAnchor(core, anchor);
      return unlockedOnce;
    } catch (error) {
      if (error instanceof CryptoError) return undefined;
      throw error;
    }
  }

  function announce(securityGroupId: SecurityGroupId): void {
    const { ledger } = core;
    const state = ledger.findState();
    if (state === undefined) return;
    const fingerprint = fingerprintOf(state.trust);
    const { workspace_id } = state.trust;
    if (anchor.read(workspace_id) !== fingerprint) anchor.write(workspace_id, fingerprint);
    const group = state.groups.get(securityGroupId);
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

/** @throws CryptoError when the list is not the one of the founder written down. */
function verifyFromAnchor(core: AccessCore, anchor: FounderAnchor): MembershipState | undefined {
  const workspace = core.stores.workspace.findWorkspace();
  const expected = workspace && anchor.read(workspace.workspace_id);
  const chain = core.stores.membership.listRecords().map(parseRecord);
  const keys = chain[0]?.record.public_keys;
  if (workspace === undefined || expected === undefined || !keys) return undefined;
  const { ed25519, mldsa65 } = decodePublicKeys(keys);
  const trust: TrustRoot = { workspace_id: workspace.workspace_id, ed25519, mldsa65 };
  if (fingerprintOf(trust) !== expected) throw new CryptoError();
  return verifyChain(chain, trust);
}

function fingerprintOf({ ed25519, mldsa65 }: TrustRoot): string {
  return encodeHex(sha256(ed25519, mldsa65));
}
