/**
 * Applies membership changes of other servers before the next request is checked: ends sessions of disabled principals,
 * removes keys of members who left and adds newly granted keys.
 */
import type { PrincipalId } from '#contract/ids.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import { openNewGrants } from '#server/identity/core/unlock-principal.ts';
import type { UnlockedPrincipal } from '#server/identity/core/unlocked-principals.ts';

/**
 * Creates the function that applies foreign membership changes.
 * @throws protocol_error where the list differs from the one seen before; CryptoError for a grant the list does not
 * announce
 */
export function createMembershipFollower(
  core: AccessCore,
  endSessionsOf: (principalId: PrincipalId) => void,
): () => void {
  const { ledger, unlocked } = core;

  function follow(principal: UnlockedPrincipal): void {
    const { principal_id, keyRing, secrets } = principal;
    const state = ledger.state();
    if (state.principals.get(principal_id)?.disabled !== false) {
      endSessionsOf(principal_id);
      return;
    }
    for (const [id, { members }] of state.groups) {
      if (!members.has(principal_id)) unlocked.takeKeys(principal_id, id);
    }
    openNewGrants(keyRing, core, state, secrets);
  }

  /** Number of the newest record that was applied to sessions and keys. */
  let drawn: number | undefined;
  return () => {
    core.reloadUnverifiedMembership();
    ledger.follow();
    const seq = ledger.findState()?.head.seq;
    if (seq === undefined || seq === drawn) return;
    core.refusedNames.check(ledger.records().slice(drawn ?? 0));
    for (const principal of unlocked.list()) follow(principal);
    drawn = seq;
  };
}
