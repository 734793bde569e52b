import { VaultError } from '#contract/errors/vault-error.ts';

/** Thrown when the sealed content of a file is missing in storage; neither damage nor a disk failure. */
export class MissingContentError extends VaultError {
  constructor() {
    super(
      'protocol_error',
      'The content of this file is missing from the vault’s storage; the rest of the vault is not touched by that. Restore the content from a backup. «srvault verify» names every such file.',
    );
  }
}
