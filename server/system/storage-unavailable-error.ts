import { VaultError } from '#contract/errors/vault-error.ts';

/**
 * Thrown when the storage of sealed files does not respond or refuses; the files are intact, and no finding is
 * reported.
 */
export class StorageUnavailableError extends VaultError {}
