import { VaultError } from '#contract/errors/vault-error.ts';
import type { Actor } from './actor.ts';

/** @throws permission_denied */
export function requireAdmin(actor: Actor): void {
  if (!actor.is_admin) throw new VaultError('permission_denied', 'This is for administrators.');
}

/** @throws permission_denied for SDK principals, which have no passphrase, recovery key or device. */
export function requireHumanPrincipal(actor: Actor): void {
  if (actor.kind !== 'person') throw new VaultError('permission_denied', 'This is for persons only.');
}
