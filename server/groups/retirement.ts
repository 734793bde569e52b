import type { PrincipalId } from '#contract/ids.ts';
import { VaultError } from '#contract/vault-error.ts';
import type { Actor } from '#server/access/actor.ts';
import { nowInstant } from '#server/access/clock.ts';
import type { AccessCore } from '#server/access/core/access-core.ts';
import { assertOtherOwner } from './group-standing.ts';
import type { Rotations } from './rotation.ts';

/**
 * Takes a principal out for good: signed as disabled, its wraps, grants and certificate gone, its sessions
 * ended, its groups rotated.
 * @throws has_dependents when it is the last owner of a group.
 */
export type Retire = (actor: Actor, principalId: PrincipalId) => void;

export interface RetirementDeps {
  readonly core: AccessCore;
  readonly rotations: Rotations;
  readonly endSessionsOf: (principalId: PrincipalId) => void;
}

export function createRetirement({ core, rotations, endSessionsOf }: RetirementDeps): Retire {
  const { ledger, clock } = core;
  const { principals, membership, credentials } = core.stores;
  return (actor, principalId) => {
    const state = ledger.state();
    const principal = state.principals.get(principalId);
    if (principal === undefined) throw new VaultError('not_found', 'There is no principal with this id.');
    const groupIds = [...state.groups].flatMap(([id, group]) => (group.members.has(principalId) ? [id] : []));
    for (const id of groupIds) assertOtherOwner(core, id, principalId);
    const credential = credentials.findByPrincipal(principalId);
    const at = nowInstant(clock);
    ledger.change(core.keysOf(actor).secrets, (append) => {
      const { kind, is_admin } = principal;
      append({ action: 'disable', principal_id: principalId, kind, is_admin });
      for (const id of groupIds) {
        membership.deleteGrantsOf(id, principalId);
        rotations.request(id);
      }
      principals.updateDisabled(principalId, at);
      principals.deleteWraps(principalId);
      if (credential) credentials.updateRevoked(credential.credential_id, at);
    });
    const issued = [...state.certificates].filter(([, { principal_id }]) => principal_id === principalId);
    const certificates = issued.flatMap(([fingerprint, { kind }]) =>
      kind === 'client' ? [fingerprint] : [],
    );
    for (const fingerprint of new Set([...(credential ? [credential.fingerprint] : []), ...certificates]))
      core.pki.revoke(fingerprint);
    endSessionsOf(principalId);
    for (const id of groupIds) rotations.start(id);
    core.commits.checkpoint();
  };
}
