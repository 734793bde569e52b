/**
 * Uploads a sealed file to a bucket: a short one in a single request when it is finished, a longer one in parts, two in
 * flight while a third is gathered (27 MiB of memory at most).
 */
import type { PartFile } from '#server/drives/blobs/blob-store.ts';
import { BucketRefusedError } from './bucket-error.ts';
import type { S3Calls } from './s3-calls.ts';

/** Fits one sealed part of a resumable upload: 8 MiB and a tag per chunk. S3 requires at least 5 MiB. */
export const UPLOAD_PART_BYTES = 9 * 1024 * 1024;
const GATHERED_AT_FIRST_BYTES = 256 * 1024;
const ON_THEIR_WAY_MAX = 2;

export interface BucketUpload {
  readonly calls: S3Calls;
  readonly key: string;
  /** Called for an object that could not be removed and stays until a sweep. */
  readonly onFailure: (error: unknown) => void;
}

export function beginBucketUpload({ calls, key, onFailure }: BucketUpload): PartFile {
  let gathered = Buffer.allocUnsafeSlow(GATHERED_AT_FIRST_BYTES);
  let filled = 0;
  let bytes = 0;
  let uploadId: string | undefined;
  let isSent = false;
  const onTheirWay: Promise<void>[] = [];
  const etags: string[] = [];

  function gather(sealed: Uint8Array): number {
    const taken = Math.min(sealed.length, UPLOAD_PART_BYTES - filled);
    if (filled + taken > gathered.length) {
      const larger = Math.min(Math.max(gathered.length * 2, filled + taken), UPLOAD_PART_BYTES);
      const grown = Buffer.allocUnsafeSlow(larger);
      gathered.copy(grown, 0, 0, filled);
      gathered = grown;
    }
    gathered.set(sealed.subarray(0, taken), filled);
    filled += taken;
    return taken;
  }

  async function sendPart(): Promise<void> {
    isSent = true;
    uploadId ??= await calls.beginUpload(key);
    if (onTheirWay.length === ON_THEIR_WAY_MAX) await onTheirWay.shift();
    const part = gathered.subarray(0, filled);
    gathered = Buffer.allocUnsafeSlow(UPLOAD_PART_BYTES);
    filled = 0;
    const number = etags.push('');
    const going = calls.putPart(key, uploadId, number, part).then((etag) => {
      etags[number - 1] = etag;
    });
    // A failure is thrown to the awaiting caller, so it is not an unhandled rejection.
    going.catch(() => undefined);
    onTheirWay.push(going);
  }

  return {
    async write(sealed) {
      bytes += sealed.length;
      for (let at = 0; at < sealed.length; ) {
        // Sent only when more bytes follow, because a file ending here may fit a single request.
        if (filled === UPLOAD_PART_BYTES) await sendPart();
        at += gather(sealed.subarray(at));
      }
    },
    async finish() {
      if (uploadId === undefined) {
        isSent = true;
        await calls.put(key, gathered.subarray(0, filled)).catch((error: unknown) => {
          // An object of this name already exists and must stay.
          if (error instanceof BucketRefusedError && error.status === 412) isSent = false;
          throw error;
        });
        return;
      }
      if (filled > 0) await sendPart();
      await Promise.all(onTheirWay);
      await calls.completeUpload(key, uploadId, etags, bytes);
    },
    async discard() {
      await Promise.allSettled(onTheirWay);
      if (!isSent) return;
      try {
        if (uploadId !== undefined) await calls.abortUpload(key, uploadId);
        // A request without a response may have succeeded.
        await calls.remove(key);
      } catch (error) {
        onFailure(error);
      }
    },
  };
}
