import { VaultError } from '#contract/errors/vault-error.ts';

/** The error for operations a travelling copy refuses, because the home vault must know of them at once. */
export function homeVaultRequired(): VaultError {
  return new VaultError('permission_denied', 'Not possible on a travelling copy. Do it at the home vault.');
}
