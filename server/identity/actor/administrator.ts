import { VaultError } from '#contract/errors/vault-error.ts';
import type { Actor } from './actor.ts';

/** Refuses an actor who is no administrator of the vault. @throws permission_denied */
export function requireAdmin(actor: Actor): void {
  if (!actor.is_admin) throw new VaultError('permission_denied', 'Only an administrator can do this.');
}

/** Refuses SDK principals, which have no passphrase, recovery key or device. @throws permission_denied */
export function requireHumanPrincipal(actor: Actor): void {
  if (actor.kind !== 'person')
    throw new VaultError('permission_denied', 'Only a person can do this, not a program.');
}
