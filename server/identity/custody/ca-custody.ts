/**
 * Keeps the CA key sealed to each administrator: its owner can issue certificates that the gate accepts, or pose as the
 * server. An administrator's unlock loads the key into the PKI; the last lock removes it. A new administrator gets a
 * seal in the same transaction. A seal of any other principal, such as a former administrator, marks the CA for
 * replacement (`ca-replacement.ts`). Source: sealing design B3, "admin secrets".
 */

import type { PrincipalId } from '#contract/ids.ts';
import type { MembershipState } from '#crypto/membership/membership.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import { CA_KEY, openCaKey, sealCaKey } from '#server/identity/core/sealed-ca-key.ts';
import type { UnlockedPrincipal } from '#server/identity/core/unlocked-principals.ts';

const CA_FILE = 'pki/ca.crt';
/** The table of CAs, as findings name it. */
const AUTHORITIES = 'authorities';

export interface CaCustody {
  /** Loads the issuing CA's key from an unlocked administrator, if the PKI lacks it. */
  readonly reloadCaKey: () => void;
  /** True when a principal who is no administrator has a seal of the key. */
  readonly isHeldByOthers: () => boolean;
  /** Replaces all seals by seals to the administrators of `state`; call inside a transaction. */
  readonly sealAnew: (state: MembershipState, keyPem: string) => void;
}

export function createCaCustody(core: AccessCore): CaCustody {
  const { pki, unlocked, ledger, findings } = core;
  const { adminSecrets } = core.stores;

  function sealTo(id: PrincipalId, state: MembershipState, keyPem: string): void {
    const kem = state.principals.get(id)?.public_keys.kem;
    if (kem === undefined) return;
    adminSecrets.insert(CA_KEY, id, sealCaKey(kem, id, state.trust.workspace_id, keyPem));
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
    pki.followAnnouncedCas();
    if (pki.hasUnannouncedCa()) findings.report('certificate_damaged', AUTHORITIES);
    else findings.resolve('certificate_damaged', AUTHORITIES);
    const packed = adminSecrets.find(CA_KEY, principal_id);
    if (packed === undefined || !entitledIn(state).has(principal_id) || pki.caKeyPem() !== undefined) return;
    try {
      pki.adoptCaKey(openCaKey(secrets, packed), state.ca?.sha256);
      findings.resolve('certificate_damaged', CA_FILE);
    } catch {
      // Only reported: no certificates can be issued now, but the records must stay readable.
      findings.report('certificate_damaged', CA_FILE);
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
    reloadCaKey() {
      for (const principal of unlocked.list()) adopt(principal);
    },
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

/** Enabled administrators: the principals who may have a seal. */
function entitledIn(state: MembershipState): ReadonlySet<PrincipalId> {
  return new Set(
    [...state.principals].flatMap(([id, { is_admin, disabled }]) => (is_admin && !disabled ? [id] : [])),
  );
}
