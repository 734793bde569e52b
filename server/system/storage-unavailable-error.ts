import { VaultError } from '#contract/errors/vault-error.ts';

/** What holds sealed files does not answer, or refuses: nothing is wrong with them, and nothing is told of them. */
export class StorageUnavailableError extends VaultError {}
