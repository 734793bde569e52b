/**
 * Files in a folder of one of several servers: those that are not here may be another's, so nothing is told of them.
 */
import { isMissing } from '#server/access/is-missing.ts';
import { StorageAwayError } from '#server/access/storage-away-error.ts';
import type { BlobStore } from './blob-store.ts';

class OtherServersFileError extends StorageAwayError {
  constructor(cause: unknown) {
    super(
      'protocol_error',
      'This file is not in the folder of this server. Another server of the vault may have it; with --blobs they share them.',
      { headers: { 'retry-after': '1' }, cause },
    );
  }
}

export function filesOfThisServer(blobs: BlobStore): BlobStore {
  return {
    ...blobs,
    async open(blobId) {
      try {
        return await blobs.open(blobId);
      } catch (error) {
        throw isMissing(error) ? new OtherServersFileError(error) : error;
      }
    },
  };
}
