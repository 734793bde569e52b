import { VaultError } from '#contract/errors/vault-error.ts';

/** What a travelling copy does not do by itself: others would have to know of it at once. */
export function homeVaultRequired(): VaultError {
  return new VaultError(
    'permission_denied',
    'This waits for the clinic: a travelling copy reads, writes and brings files, and nothing else is decided on it.',
  );
}
