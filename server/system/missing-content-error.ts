import { VaultError } from '#contract/errors/vault-error.ts';

/** The sealed content of a file is gone from the storage: not damage of what is there, and no failure of the disk. */
export class MissingContentError extends VaultError {
  constructor() {
    super(
      'protocol_error',
      'The content of this file is missing from the vault’s storage; the rest of the vault is not touched by that. Restore the content from a backup. «srvault verify» names every such file.',
    );
  }
}
