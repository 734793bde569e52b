/** Read-through cache of sealed files on a travelling copy: what is not on this computer is fetched from the home vault. */

import type { BlobStore } from '#server/drives/blobs/blob-store.ts';
import { isEnoent } from '#server/system/files/is-enoent.ts';

/** @returns false for what no row names. @throws StorageAwayError */
type Bring = (blobId: string) => Promise<boolean>;

export interface ReadThroughBlobs {
  readonly here: BlobStore;
  readonly blobs: BlobStore;
  /** From here on what is missing is asked of the vault. */
  readonly connect: (bring: Bring) => void;
}

export function createReadThroughBlobs(here: BlobStore): ReadThroughBlobs {
  let bring: Bring = async () => false;
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
