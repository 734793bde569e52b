import { VaultError } from '#contract/errors/vault-error.ts';

const OUT_OF_RESOURCES = 0xa700;
const DATA_SET_MISMATCH = 0xa900;

/**
 * What a sender is told of an object that was not stored. 0xA900: the object is not one that can be stored, however
 * often it is sent. 0xA700: the vault could not store it now, whatever failed here; senders keep it and try again.
 * Source: DICOM PS3.4, Table B.2-1; PS3.18, "Store Transaction Response Payload".
 */
export function storeStatusOf(error: unknown): number {
  const isTheObject = error instanceof VaultError && error.code === 'invalid_request';
  return isTheObject ? DATA_SET_MISMATCH : OUT_OF_RESOURCES;
}
