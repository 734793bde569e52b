/** Read-through cache of sealed files on a travelling copy: what is not on this computer is fetched from the home vault. */

import type { BlobStore } from '#server/drives/blobs/blob-store.ts';
import { isEnoent } from '#server/system/files/is-enoent.ts';

/** Fetches a blob. @returns false where no row names it. @throws StorageUnavailableError */
type FetchBlob = (blobId: string) => Promise<boolean>;

export interface ReadThroughBlobs {
  readonly here: BlobStore;
  readonly blobs: BlobStore;
  /** Sets how missing files are fetched from the home vault from now on. */
  readonly connect: (bring: FetchBlob) => void;
}

export function createReadThroughBlobs(here: BlobStore): ReadThroughBlobs {
  let bring: FetchBlob = async () => false;
  return {
    here,
    connect(given) {
      bring = given;
    },
    blobs: {
      ...here,
      async open(blobId) {
        try {
          return await here.open(blobId);
        } catch (error) {
          if (!isEnoent(error) || !(await bring(blobId))) throw error;
          return here.open(blobId);
        }
      },
    },
  };
}
