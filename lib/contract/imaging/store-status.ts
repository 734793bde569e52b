import { VaultError } from '#contract/errors/vault-error.ts';

const OUT_OF_RESOURCES = 0xa700;
const DATA_SET_MISMATCH = 0xa900;

/**
 * DICOM status for an object that was not stored. 0xA900: the object is invalid, however often it is sent. 0xA700: the
 * vault failed; senders keep the object and retry.
 * Source: DICOM PS3.4, Table B.2-1; PS3.18, "Store Transaction Response Payload".
 */
export function storeStatusOf(error: unknown): number {
  const isTheObject = error instanceof VaultError && error.code === 'invalid_request';
  return isTheObject ? DATA_SET_MISMATCH : OUT_OF_RESOURCES;
}
