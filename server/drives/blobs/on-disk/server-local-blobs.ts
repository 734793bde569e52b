/**
 * Sealed files in the folder of one of several servers: a missing file may be on another server, so it is not reported
 * as a finding.
 */

import type { BlobStore } from '#server/drives/blobs/blob-store.ts';
import { isEnoent } from '#server/system/files/is-enoent.ts';
import { StorageUnavailableError } from '#server/system/storage-unavailable-error.ts';

class OtherServersFileError extends StorageUnavailableError {
  constructor(cause: unknown) {
    super(
      'protocol_error',
      'This file is not in the folder of this server. Another server of the vault may have it. Start both with --blobs to share files.',
      { headers: { 'retry-after': '1' }, cause },
    );
  }
}

export function serverLocalBlobs(blobs: BlobStore): BlobStore {
  return {
    ...blobs,
    async open(blobId) {
      try {
        return await blobs.open(blobId);
      } catch (error) {
        throw isEnoent(error) ? new OtherServersFileError(error) : error;
      }
    },
  };
}
