/**
 * From a principal's key to a principal that can act: its seeds are opened, the whole membership list is
 * verified from the trust root pinned among them, and each of its grants is opened only when the list
 * announces exactly that grant. A grant or record that was planted, changed or swapped refuses the unlock.
 * Source: sealing design B3.
 */
import { VaultError } from '#contract/vault-error.ts';
import { equalBytes, utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { hmac } from '#crypto/keys/group-subkeys.ts';
import { KeyRing } from '#crypto/keys/key-ring.ts';
import type { PrincipalKey } from '#crypto/keys/keys.ts';
import { grantHash, openGrant } from '#crypto/membership/group-grants.ts';
import type { MembershipRecord, MembershipState } from '#crypto/membership/membership.ts';
import { fingerprint, openPrincipal, type PrincipalSecrets } from '#crypto/principals/principal-keys.ts';
import type { AccessCore } from '../access/core/access-core.ts';
import { credentialHash, nameHash, publicKeysOfRow } from '../access/core/principal-rows.ts';
import { assertHeadSeen, rememberHead } from '../access/core/seen-head.ts';
import type { UnlockedPrincipal } from '../access/core/unlocked-principals.ts';
import type { PrincipalRow } from '../db/access/principal-store.ts';

/**
 * Takes over `pk`.
 * @throws CryptoError when seeds, list, names or grants are not what was sealed and signed.
 * @throws credential_rejected when the list says the principal is disabled.
 */
export function unlockPrincipal(core: AccessCore, row: PrincipalRow, pk: PrincipalKey): UnlockedPrincipal {
  const { workspace_id } = core.workspace();
  const { principal_id, display_name } = row;
  const publicKeys = publicKeysOfRow(row);
  const secrets = openPrincipal(pk, row.sealed_seeds, { workspace_id, principal_id, publicKeys });
  const { principals } = core.stores;
  const state = core.ledger.verify(secrets.trust, (hashAt) => assertHeadSeen(principals, secrets, hashAt));
  const known = state.principals.get(principal_id);
  if (!known || !equalBytes(fingerprint(known.public_keys), fingerprint(publicKeys))) throw new CryptoError();
  if (known.disabled) throw new VaultError('credential_rejected', 'This principal has been disabled.');
  assertClearFields(core);
  if (principals.findSeenHead(principal_id)?.seq !== state.head.seq) {
    core.commits.writeNow(() => rememberHead(principals, secrets, state.head));
  }
  return {
    principal_id,
    display_name,
    kind: known.kind,
    is_admin: known.is_admin,
    secrets,
    keyRing: openGrants(core, state, secrets),
    macKey: hmac(pk, utf8('srv.v1/mac/principal')),
    preferencesKey: hmac(pk, utf8('srv.v1/prefs')),
  };
}

/** Only the current generation and, while a rotation runs, the one before are of use. */
function openGrants(core: AccessCore, state: MembershipState, secrets: PrincipalSecrets): KeyRing {
  const keyRing = new KeyRing();
  for (const grant of core.stores.membership.listGrantsOf(secrets.principal_id)) {
    const { security_group_id, generation, seq, member_id, packed } = grant;
    const group = state.groups.get(security_group_id);
    if (!group?.members.has(member_id) || generation < group.generation - 1) continue;
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
  return keyRing;
}

/** Names and the ends of credentials are clear, but signed: a row that was changed in the database is noticed. */
function assertClearFields(core: AccessCore): void {
  for (const { record } of core.ledger.records()) {
    if (record.display_name_sha256 === undefined) continue;
    if (clearHash(core, record) !== record.display_name_sha256) throw new CryptoError();
  }
}

function clearHash({ stores }: AccessCore, record: MembershipRecord): string | undefined {
  if (record.security_group_id !== null) {
    const group = stores.membership.findGroup(record.security_group_id);
    return group && nameHash(group.name);
  }
  const principal = stores.principals.find(record.principal_id);
  if (record.kind === 'person') return principal && nameHash(principal.display_name);
  const credential = stores.credentials.findByPrincipal(record.principal_id);
  return principal && credential && credentialHash(principal.display_name, credential.expires_at);
}
