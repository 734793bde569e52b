/**
 * Keeps the CA key with those who may issue certificates: administrators and owners of groups. It is sealed
 * to each of them, adopted into the PKI while one of them is unlocked, and forgotten with the last.
 * Follows the membership list by itself: who gains or loses the right gains or loses the seal in the same
 * transaction. Source: sealing design B3, "admin secrets".
 */

import type { PrincipalId, WorkspaceId } from '#contract/ids.ts';
import { fromUtf8, utf8 } from '#crypto/bytes.ts';
import type { MembershipState } from '#crypto/membership/membership.ts';
import { adminSecretContext, type SealContext } from '#crypto/sealing/context.ts';
import { openHybridPacked, sealHybridPacked } from '#crypto/sealing/hybrid-envelope.ts';
import type { AccessCore } from '#server/access/core/access-core.ts';
import type { UnlockedPrincipal } from '#server/access/core/unlocked-principals.ts';

const CA_KEY = 'ca_key';

export function keepCaKey(core: AccessCore): void {
  const { pki, unlocked, ledger } = core;
  const { adminSecrets } = core.stores;

  function contextOf(principalId: PrincipalId, workspaceId: WorkspaceId): SealContext {
    return adminSecretContext({ workspace_id: workspaceId, name: CA_KEY, principal_id: principalId });
  }

  function follow(state: MembershipState): void {
    const entitled = entitledIn(state);
    const holders = new Set(adminSecrets.listHolders(CA_KEY));
    for (const id of holders) if (!entitled.has(id)) adminSecrets.delete(CA_KEY, id);
    const present = unlocked.list();
    if (present.length > 0 && !present.some(({ principal_id }) => entitled.has(principal_id)))
      pki.forgetCaKey();
    const pem = pki.caKeyPem();
    if (pem === undefined) return;
    for (const id of entitled) {
      const principal = state.principals.get(id);
      if (holders.has(id) || principal === undefined) continue;
      const context = contextOf(id, state.trust.workspace_id);
      adminSecrets.insert(CA_KEY, id, sealHybridPacked(principal.public_keys.kem, utf8(pem), context));
    }
  }

  function adopt({ principal_id, secrets }: UnlockedPrincipal): void {
    const packed = adminSecrets.find(CA_KEY, principal_id);
    if (packed === undefined || pki.caKeyPem() !== undefined) return;
    const context = contextOf(principal_id, secrets.trust.workspace_id);
    try {
      pki.adoptCaKey(fromUtf8(openHybridPacked(secrets.kemSeed, packed, context, secrets.kemPublicKey)));
    } catch {
      // A damaged seal stops the issuing of certificates, which says so; it must not keep anyone from the records.
    }
  }

  function forgetUnlessHeld(): void {
    const isHeld = unlocked.list().some(({ principal_id }) => adminSecrets.find(CA_KEY, principal_id));
    if (!isHeld) pki.forgetCaKey();
  }

  ledger.onChange(follow);
  unlocked.onOpened(adopt);
  unlocked.onGone(forgetUnlessHeld);
}

/** Enabled administrators, and owners of any group, SDK principals among them. */
function entitledIn(state: MembershipState): ReadonlySet<PrincipalId> {
  const owners = [...state.groups.values()].flatMap((group) =>
    [...group.members].flatMap(([id, role]) => (role === 'owner' ? [id] : [])),
  );
  const admins = [...state.principals].flatMap(([id, { is_admin }]) => (is_admin ? [id] : []));
  return new Set([...owners, ...admins].filter((id) => state.principals.get(id)?.disabled === false));
}
