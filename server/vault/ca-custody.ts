/**
 * Keeps the CA key with the administrators: whoever holds it can make a certificate that the gate lets in, or pass for
 * the server. It is sealed to each of them, adopted into the PKI while one of them is unlocked, and forgotten with the
 * last. Follows the membership list by itself: who becomes an administrator gets the seal in the same transaction. A
 * seal of anybody else, of an administrator who left or of an owner of before, stays as the mark that the CA is to be
 * replaced (`ca-replacement.ts`). Source: sealing design B3, "admin secrets".
 */

import type { PrincipalId, WorkspaceId } from '#contract/ids.ts';
import { fromUtf8, utf8 } from '#crypto/bytes.ts';
import type { MembershipState } from '#crypto/membership/membership.ts';
import { adminSecretContext } from '#crypto/sealing/context.ts';
import { openHybridPacked, sealHybridPacked } from '#crypto/sealing/hybrid-envelope.ts';
import type { AccessCore } from '#server/access/core/access-core.ts';
import type { UnlockedPrincipal } from '#server/access/core/unlocked-principals.ts';

const CA_KEY = 'ca_key';
const CA_FILE = 'pki/ca.crt';

export interface CaCustody {
  /** Whether somebody holds a seal who is no administrator. */
  readonly isHeldByOthers: () => boolean;
  /** To the administrators of `state`, in place of every seal there is; inside a transaction. */
  readonly sealAnew: (state: MembershipState, keyPem: string) => void;
}

export function keepCaKey(core: AccessCore): CaCustody {
  const { pki, unlocked, ledger, findings } = core;
  const { adminSecrets } = core.stores;

  function sealTo(id: PrincipalId, state: MembershipState, keyPem: string): void {
    const kem = state.principals.get(id)?.public_keys.kem;
    if (kem === undefined) return;
    const context = contextOf(id, state.trust.workspace_id);
    adminSecrets.insert(CA_KEY, id, sealHybridPacked(kem, utf8(keyPem), context));
  }

  function follow(state: MembershipState): void {
    const entitled = entitledIn(state);
    const holders = new Set(adminSecrets.listHolders(CA_KEY));
    const present = unlocked.list();
    if (present.length > 0 && !present.some(({ principal_id }) => entitled.has(principal_id)))
      pki.forgetCaKey();
    const pem = pki.caKeyPem();
    if (pem === undefined) return;
    for (const id of entitled) if (!holders.has(id)) sealTo(id, state, pem);
  }

  function adopt({ principal_id, secrets }: UnlockedPrincipal): void {
    const state = ledger.state();
    const packed = adminSecrets.find(CA_KEY, principal_id);
    if (packed === undefined || !entitledIn(state).has(principal_id) || pki.caKeyPem() !== undefined) return;
    const context = contextOf(principal_id, secrets.trust.workspace_id);
    try {
      const pem = fromUtf8(openHybridPacked(secrets.kemSeed, packed, context, secrets.kemPublicKey));
      pki.adoptCaKey(pem, state.ca?.sha256);
      findings.settle('certificate_damaged', CA_FILE);
    } catch {
      // No certificates can be issued then; it must not keep anyone from the records.
      findings.note('certificate_damaged', CA_FILE);
    }
  }

  function forgetUnlessHeld(): void {
    const entitled = entitledIn(ledger.state());
    if (!unlocked.list().some(({ principal_id }) => entitled.has(principal_id))) pki.forgetCaKey();
  }

  ledger.onChange(follow);
  unlocked.onOpened(adopt);
  unlocked.onGone(forgetUnlessHeld);

  return {
    isHeldByOthers() {
      const entitled = entitledIn(ledger.state());
      return adminSecrets.listHolders(CA_KEY).some((id) => !entitled.has(id));
    },
    sealAnew(state, keyPem) {
      for (const id of adminSecrets.listHolders(CA_KEY)) adminSecrets.delete(CA_KEY, id);
      for (const id of entitledIn(state)) sealTo(id, state, keyPem);
    },
  };
}

function contextOf(principal_id: PrincipalId, workspace_id: WorkspaceId) {
  return adminSecretContext({ workspace_id, name: CA_KEY, principal_id });
}

/** Enabled administrators. */
function entitledIn(state: MembershipState): ReadonlySet<PrincipalId> {
  return new Set(
    [...state.principals].flatMap(([id, { is_admin, disabled }]) => (is_admin && !disabled ? [id] : [])),
  );
}
