import { VaultError } from '#contract/errors/vault-error.ts';

/** Thrown when the sealed content of a file is missing in storage; neither damage nor a disk failure. */
export class MissingContentError extends VaultError {
  constructor() {
    super(
      'protocol_error',
      'The content of this file is missing from the vault’s storage. Nothing else is affected. Restore it from a backup. «srvault verify» names every such file.',
    );
  }
}
