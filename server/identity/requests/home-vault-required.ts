import { VaultError } from '#contract/errors/vault-error.ts';

/** What a travelling copy does not do by itself: others would have to know of it at once. */
export function homeVaultRequired(): VaultError {
  return new VaultError('permission_denied', 'Not possible on a travelling copy. Do it at the home vault.');
}
