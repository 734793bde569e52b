/**
 * What another server of the vault changed in the membership list holds here before the next request is judged: who
 * was disabled has no session any more, who left a group no key of it, and who was granted one has it.
 */
import type { PrincipalId } from '#contract/ids.ts';
import type { AccessCore } from '#server/identity/core/access-core.ts';
import { openNewGrants } from '#server/identity/core/unlock-principal.ts';
import type { UnlockedPrincipal } from '#server/identity/core/unlocked-principals.ts';

/** @throws protocol_error where the list is not the one that was seen; CryptoError for a grant it does not announce */
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

  /** The newest record whose consequences were drawn. */
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
