/**
 * Principals whose keys are in memory: one entry per principal, shared by its sessions and wiped with the last of them.
 * Signing, granting and rotating take keys from here only, so no code can act for a principal without an unlocked
 * session.
 */

import type { PrincipalKind } from '#contract/access/session.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { PrincipalId, SecurityGroupId, SessionId } from '#contract/ids.ts';
import { cloneSecret, wipe } from '#crypto/bytes.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import { type GroupKey, parseGroupKey } from '#crypto/keys/key-types.ts';
import { type PrincipalSecrets, wipePrincipal } from '#crypto/principals/principal-keys.ts';

export interface UnlockedPrincipal {
  readonly principal_id: PrincipalId;
  readonly kind: PrincipalKind;
  readonly display_name: string;
  readonly is_admin: boolean;
  readonly secrets: PrincipalSecrets;
  readonly keyRing: KeyRing;
  /** 32 bytes each, derived from the principal's key. */
  readonly macKey: Uint8Array;
  readonly preferencesKey: Uint8Array;
}

export interface UnlockedPrincipals {
  readonly find: (principalId: PrincipalId) => UnlockedPrincipal | undefined;
  /** The keys of an unlocked principal. @throws session_locked when the principal's last session has just ended. */
  readonly get: (principalId: PrincipalId) => UnlockedPrincipal;
  readonly list: () => readonly UnlockedPrincipal[];
  /**
   * Adds a session. The first one creates the entry and calls `onOpened`; later ones share it and their own keys are
   * wiped.
   */
  readonly retain: (principal: UnlockedPrincipal, sessionId: SessionId) => void;
  /** Removes a session; the last one wipes the keys and calls `onGone`. */
  readonly release: (principalId: PrincipalId, sessionId: SessionId) => void;
  /** Adds a copy of a newly granted group key to the ring of a principal, if it is unlocked. */
  readonly giveKey: (
    principalId: PrincipalId,
    securityGroupId: SecurityGroupId,
    generation: number,
    key: GroupKey,
  ) => void;
  /** Removes the group's keys from a principal who is no longer a member. */
  readonly takeKeys: (principalId: PrincipalId, securityGroupId: SecurityGroupId) => void;
  readonly onOpened: (listener: (principal: UnlockedPrincipal) => void) => void;
  readonly onGone: (listener: (principalId: PrincipalId) => void) => void;
  /** Calls `listener` with each group for which no unlocked principal has the key any longer. */
  readonly onGroupKeysGone: (listener: (securityGroupId: SecurityGroupId) => void) => void;
}

interface Entry {
  readonly principal: UnlockedPrincipal;
  readonly sessionIds: Set<string>;
}

/**
 * `groupIds`: every group of the verified membership list. `beforeWipe`: commits what still needs the keys.
 */
export function createUnlockedPrincipals(
  groupIds: () => readonly SecurityGroupId[],
  beforeWipe: () => void,
): UnlockedPrincipals {
  const entries = new Map<string, Entry>();
  const openedListeners: ((principal: UnlockedPrincipal) => void)[] = [];
  const goneListeners: ((principalId: PrincipalId) => void)[] = [];
  const groupListeners: ((securityGroupId: SecurityGroupId) => void)[] = [];

  function tellIfGone(securityGroupId: SecurityGroupId): void {
    for (const { principal } of entries.values()) {
      if (principal.keyRing.hasGroupKey(securityGroupId)) return;
    }
    for (const listener of groupListeners) listener(securityGroupId);
  }

  function release(principalId: PrincipalId, sessionId: SessionId): void {
    const entry = entries.get(principalId);
    if (!entry?.sessionIds.delete(sessionId) || entry.sessionIds.size > 0) return;
    beforeWipe();
    const held = groupIds().filter((id) => entry.principal.keyRing.hasGroupKey(id));
    entries.delete(principalId);
    wipePrincipalKeys(entry.principal);
    for (const id of held) tellIfGone(id);
    for (const listener of goneListeners) listener(principalId);
  }

  function hold(principal: UnlockedPrincipal, sessionId: SessionId): void {
    const entry = entries.get(principal.principal_id);
    if (entry !== undefined) {
      entry.sessionIds.add(sessionId);
      if (entry.principal !== principal) wipePrincipalKeys(principal);
      return;
    }
    entries.set(principal.principal_id, { principal, sessionIds: new Set([sessionId]) });
    for (const listener of openedListeners) listener(principal);
  }

  function takeKeys(principalId: PrincipalId, securityGroupId: SecurityGroupId): void {
    const keyRing = entries.get(principalId)?.principal.keyRing;
    if (!keyRing?.hasGroupKey(securityGroupId)) return;
    beforeWipe();
    keyRing.forgetGroup(securityGroupId);
    tellIfGone(securityGroupId);
  }

  return {
    find: (principalId) => entries.get(principalId)?.principal,
    get(principalId) {
      const entry = entries.get(principalId);
      if (entry === undefined)
        throw new VaultError('session_locked', 'The session is locked. Unlock it first.');
      return entry.principal;
    },
    list: () => [...entries.values()].map((entry) => entry.principal),
    retain: hold,
    release,
    giveKey(principalId, securityGroupId, generation, key) {
      // Each ring gets its own copy, because a ring wipes its keys.
      const copy = parseGroupKey(cloneSecret(key));
      entries.get(principalId)?.principal.keyRing.setGroupKey(securityGroupId, generation, copy);
    },
    takeKeys,
    onOpened: (listener) => void openedListeners.push(listener),
    onGone: (listener) => void goneListeners.push(listener),
    onGroupKeysGone: (listener) => void groupListeners.push(listener),
  };
}

/** Wipes all keys of a principal; it cannot be used afterwards. */
export function wipePrincipalKeys({ keyRing, secrets, macKey, preferencesKey }: UnlockedPrincipal): void {
  keyRing.wipe();
  wipePrincipal(secrets);
  wipe(macKey, preferencesKey);
}
