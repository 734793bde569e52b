/**
 * Turns a principal's key into a principal that can act. It opens the seeds, verifies the whole membership list from
 * the trust root pinned among them, and opens each grant that the list announces. A planted, changed or swapped grant
 * or record refuses the unlock.
 * Source: sealing design B3.
 */
import { VaultError } from '#contract/errors/vault-error.ts';
import { equalBytes, utf8, wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { hmac } from '#crypto/keys/group-subkeys.ts';
import { KeyRing } from '#crypto/keys/key-ring.ts';
import type { PrincipalKey } from '#crypto/keys/key-types.ts';
import { grantHash, openGrant } from '#crypto/membership/group-grants.ts';
import type { MembershipState } from '#crypto/membership/membership.ts';
import {
  fingerprint,
  openPrincipal,
  type PrincipalSecrets,
  publicKeysOf,
  wipePrincipal,
} from '#crypto/principals/principal-keys.ts';
import type { PrincipalRow } from '#server/storage/access/principal-store.ts';
import type { AccessCore } from './identity-dependencies.ts';
import { assertNotTruncated, storeLastSeenHead } from './membership/last-seen-head.ts';
import { publicKeysOfRow } from './membership/principal-rows.ts';
import { type UnlockedPrincipal, wipePrincipalKeys } from './unlocked-principals.ts';

/** Dependencies of reading a principal; nothing is written. */
export type PrincipalReader = Pick<AccessCore, 'stores' | 'ledger' | 'workspace' | 'refusedNames'>;

/** Unlocks a principal like `readPrincipal`, and stores how far it has seen the membership list. */
export function unlockPrincipal(core: AccessCore, row: PrincipalRow, pk: PrincipalKey): UnlockedPrincipal {
  const unlocked = readPrincipal(core, row, pk);
  const { principals } = core.stores;
  const { head } = core.ledger.state();
  try {
    if (principals.findSeenHead(row.principal_id)?.seq !== head.seq) {
      core.commits.writeNow(() => storeLastSeenHead(principals, unlocked.secrets, head));
    }
    return unlocked;
  } catch (error) {
    wipePrincipalKeys(unlocked);
    throw error;
  }
}

/**
 * Takes ownership of `pk`; on a throw, wipes it and every key it opened.
 * @throws CryptoError when seeds, list, grants or the credential's expiry differ from the sealed and signed ones.
 * @throws credential_rejected when the list says the principal is disabled.
 */
export function readPrincipal(core: PrincipalReader, row: PrincipalRow, pk: PrincipalKey): UnlockedPrincipal {
  try {
    const { workspace_id } = core.workspace();
    const publicKeys = publicKeysOfRow(row);
    const ids = { workspace_id, principal_id: row.principal_id };
    const secrets = openPrincipal(pk, row.sealed_seeds, { ...ids, publicKeys });
    try {
      return standingOf(core, row, secrets);
    } catch (error) {
      wipePrincipal(secrets);
      throw error;
    }
  } catch (error) {
    wipe(pk);
    throw error;
  }
}

function standingOf(core: PrincipalReader, row: PrincipalRow, secrets: PrincipalSecrets): UnlockedPrincipal {
  const { principal_id } = row;
  const { principals } = core.stores;
  const state = core.ledger.verify(secrets.trust, (hashAt) =>
    assertNotTruncated(principals, secrets, hashAt),
  );
  const known = state.principals.get(principal_id);
  if (!known || !equalBytes(fingerprint(known.public_keys), fingerprint(publicKeysOf(secrets))))
    throw new CryptoError();
  if (known.disabled)
    throw new VaultError('credential_rejected', 'This person or program was disabled. Ask an administrator.');
  core.refusedNames.check(core.ledger.records());
  if (known.kind === 'sdk' && core.refusedNames.opensNothing(principal_id)) throw new CryptoError();
  return {
    principal_id,
    display_name: core.refusedNames.has(principal_id) ? '' : row.display_name,
    kind: known.kind,
    is_admin: known.is_admin,
    secrets,
    keyRing: openGrants(core, state, secrets),
    macKey: hmac(secrets.principalKey, utf8('srv.v1/mac/principal')),
    preferencesKey: hmac(secrets.principalKey, utf8('srv.v1/prefs')),
  };
}

/** Opens older generations too: a running rotation and rows that did not verify in one need them. */
function openGrants(core: PrincipalReader, state: MembershipState, secrets: PrincipalSecrets): KeyRing {
  const keyRing = new KeyRing(undefined, (id) => core.stores.rotations.find(id) !== undefined);
  try {
    openNewGrants(keyRing, core, state, secrets);
    return keyRing;
  } catch (error) {
    keyRing.wipe();
    throw error;
  }
}

/** Opens grants that the ring lacks. @throws CryptoError where a grant differs from the announced one */
export function openNewGrants(
  keyRing: KeyRing,
  core: PrincipalReader,
  state: MembershipState,
  secrets: PrincipalSecrets,
): void {
  for (const grant of core.stores.membership.listGrantsOf(secrets.principal_id)) {
    const { security_group_id, generation, seq, member_id, packed } = grant;
    const group = state.groups.get(security_group_id);
    if (!group?.members.has(member_id) || keyRing.holdsGeneration(security_group_id, generation)) continue;
    const record = core.ledger.recordAt(seq);
    const isAnnounced =
      record?.security_group_id === security_group_id &&
      record.generation === generation &&
      record.grants_sha256?.[member_id] === grantHash(packed);
    if (!isAnnounced) throw new CryptoError();
    const { workspace_id, granter_id } = record;
    const ids = { workspace_id, security_group_id, generation, member_id, granter_id, seq };
    keyRing.setGroupKey(security_group_id, generation, openGrant(packed, secrets, ids));
  }
}
