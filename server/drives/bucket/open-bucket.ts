/** Opens a bucket by its address, and tests once that it supports what sealed files need. */
import { readFileSync } from 'node:fs';
import type { WorkspaceId } from '#contract/ids.ts';
import { encodeHex } from '#crypto/bytes.ts';
import { randomBytes } from '#crypto/random.ts';
import type { SharedBlobs } from '#server/drives/blobs/blob-store.ts';
import type { Clock } from '#server/system/clock.ts';
import { NO_CACHE, openBlockCache } from './block-cache.ts';
import { createBucketBlobs } from './bucket-blobs.ts';
import { BucketRefusedError } from './bucket-error.ts';
import { createS3Calls } from './s3-calls.ts';
import { createS3Client, type S3Place } from './s3-client.ts';

export interface BucketOptions extends Omit<S3Place, 'ca'> {
  readonly prefix: string;
  readonly caFile?: string | undefined;
  /** Disk cache of blocks; undefined disables it. */
  readonly cache: { readonly folder: string; readonly maxBytes: number } | undefined;
  /** Returns the id of the vault; undefined before it is created. */
  readonly workspaceId: () => WorkspaceId | undefined;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}

export interface Bucket {
  readonly blobs: SharedBlobs;
  /** Tests writing, reading and removing an object. @throws BucketUnavailableError, BucketRefusedError */
  readonly prove: () => Promise<void>;
}

/** Sends no request yet. */
export async function openBucket(options: BucketOptions): Promise<Bucket> {
  const { caFile, prefix, workspaceId, clock, onFailure } = options;
  const cache = options.cache ? await openBlockCache(options.cache.folder, options.cache.maxBytes) : NO_CACHE;
  const client = createS3Client({
    ...options,
    ca: caFile === undefined ? undefined : readFileSync(caFile, 'utf8'),
  });
  const calls = createS3Calls(client);
  return {
    blobs: createBucketBlobs({ calls, cache, prefix, workspaceId, clock, onFailure, close: client.close }),
    async prove() {
      const key = `${prefix}${encodeHex(randomBytes(16))}.probe`;
      const probe = Buffer.from('The vault looks whether it can write here.');
      await calls.put(key, probe);
      const { bytes, size } = await calls.getRange(key, 4, 8);
      if (size !== probe.length || !bytes.equals(probe.subarray(4, 12)))
        throw new BucketRefusedError(200, 'RangeNotKept');
      await calls.remove(key);
      for await (const _ of calls.listUploads(key)) break;
      for await (const objects of calls.list(key)) {
        if (objects.length > 0) throw new BucketRefusedError(200, 'NotRemoved');
      }
    },
  };
}
