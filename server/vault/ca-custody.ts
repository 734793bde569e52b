/**
 * Keeps the CA key with the administrators: whoever holds it can make a certificate that the gate lets in. It is sealed to each of them, adopted into the PKI while one of them is unlocked, and forgotten with the
 * last. Follows the membership list by itself: who gains or loses the right gains or loses the seal in the same
 * transaction; seals of owners, which versions before this one made, go at an administrator's unlock. Source: sealing design B3, "admin secrets".
 */

import type { PrincipalId, WorkspaceId } from '#contract/ids.ts';
import { fromUtf8, utf8 } from '#crypto/bytes.ts';
import type { MembershipState } from '#crypto/membership/membership.ts';
import { adminSecretContext, type SealContext } from '#crypto/sealing/context.ts';
import { openHybridPacked, sealHybridPacked } from '#crypto/sealing/hybrid-envelope.ts';
import type { AccessCore } from '#server/access/core/access-core.ts';
import type { UnlockedPrincipal } from '#server/access/core/unlocked-principals.ts';

const CA_KEY = 'ca_key';
const CA_FILE = 'pki/ca.crt';
/** How long what was deleted may stay in the write-ahead log. */
const DELETED_WITHIN_MS = 5_000;

export function keepCaKey(core: AccessCore): void {
  const { pki, unlocked, ledger, findings } = core;
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
      findings.settle('certificate_damaged', CA_FILE);
    } catch {
      // No certificates can be issued then; it must not keep anyone from the records.
      findings.note('certificate_damaged', CA_FILE);
    }
  }

  function dropSealsOfOthers({ is_admin }: UnlockedPrincipal): void {
    const entitled = entitledIn(ledger.state());
    const others = adminSecrets.listHolders(CA_KEY).filter((id) => !entitled.has(id));
    if (!is_admin || others.length === 0) return;
    core.commits.writeNow(() => {
      for (const id of others) adminSecrets.delete(CA_KEY, id);
    });
    core.commits.requestCheckpointWithin(DELETED_WITHIN_MS);
  }

  function forgetUnlessHeld(): void {
    const isHeld = unlocked.list().some(({ principal_id }) => adminSecrets.find(CA_KEY, principal_id));
    if (!isHeld) pki.forgetCaKey();
  }

  ledger.onChange(follow);
  unlocked.onOpened(adopt);
  unlocked.onOpened(dropSealsOfOthers);
  unlocked.onGone(forgetUnlessHeld);
}

/** Enabled administrators. */
function entitledIn(state: MembershipState): ReadonlySet<PrincipalId> {
  return new Set(
    [...state.principals].flatMap(([id, { is_admin, disabled }]) => (is_admin && !disabled ? [id] : [])),
  );
}
