/**
 * Disabling a person or a program, for the services of principals and of credentials. Revocation is stored in the
 * transaction and takes effect right after it.
 */
import { VaultError } from '#contract/errors/vault-error.ts';
import type { PrincipalId } from '#contract/ids.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import type { CredentialRow } from '#server/storage/access/credential-store.ts';
import { nowInstant } from '#server/system/clock.ts';
import { assertOtherOwner } from './group-authorization.ts';
import type { Rotations } from './key-rotation.ts';

/**
 * Disables a principal for good: signed as disabled; wraps, grants and certificates deleted; sessions ended; groups
 * rotated. All but the rotations are one transaction, so a crash leaves it done or not done. For a principal already
 * disabled in the list, repairs rows that differ.
 * @throws has_dependents when it is the last owner of a group.
 */
export type DisablePrincipal = (actor: Actor, principalId: PrincipalId) => void;

export interface DisablePrincipalDeps {
  readonly core: AccessCore;
  readonly rotations: Rotations;
  readonly endSessionsOf: (principalId: PrincipalId) => void;
}

export function createDisablePrincipal({
  core,
  rotations,
  endSessionsOf,
}: DisablePrincipalDeps): DisablePrincipal {
  const { ledger, clock } = core;
  const { principals, membership, credentials } = core.stores;

  /** Finds the principal's credential, if any, and every client certificate the list announces for it. */
  function clientsOf(principalId: PrincipalId): {
    credential: CredentialRow | undefined;
    fingerprints: string[];
  } {
    const credential = credentials.findByPrincipal(principalId);
    const announced = [...ledger.state().certificates].flatMap(([fingerprint, { kind, principal_id }]) =>
      kind === 'client' && principal_id === principalId ? [fingerprint] : [],
    );
    const fingerprints = new Set([...(credential ? [credential.fingerprint] : []), ...announced]);
    return { credential, fingerprints: [...fingerprints] };
  }

  return (actor, principalId) => {
    const state = ledger.state();
    const principal = state.principals.get(principalId);
    if (principal === undefined) throw new VaultError('not_found', 'This person or program was not found.');
    const groupIds = [...state.groups].flatMap(([id, group]) => (group.members.has(principalId) ? [id] : []));
    for (const id of groupIds) assertOtherOwner(core, id, principalId);
    const { credential, fingerprints } = clientsOf(principalId);
    const at = nowInstant(clock);
    ledger.change(core.keysOf(actor).secrets, (append) => {
      const { kind, is_admin } = principal;
      if (!principal.disabled) append({ action: 'disable', principal_id: principalId, kind, is_admin });
      for (const id of groupIds) {
        membership.deleteGrantsOf(id, principalId);
        rotations.request(id);
      }
      principals.updateDisabled(principalId, at);
      principals.deleteWraps(principalId);
      if (credential) credentials.updateRevoked(credential.credential_id, at);
      for (const fingerprint of fingerprints) core.pki.storeRevoked(fingerprint);
    });
    for (const fingerprint of fingerprints) core.pki.refuse(fingerprint);
    endSessionsOf(principalId);
    for (const id of groupIds) rotations.start(id);
    core.commits.checkpoint();
  };
}
