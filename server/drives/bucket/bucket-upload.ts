/**
 * A sealed file on its way into a bucket. What is short goes in one request when it is finished; what is longer in parts,
 * two on their way while a third is gathered: 27 MiB in memory at most.
 */
import type { PartFile } from '#server/drives/blobs/blob-store.ts';
import { BucketRefusedError } from './bucket-error.ts';
import type { S3Calls } from './s3-calls.ts';

/** One part of a resumable transfer fits, sealed: 8 MiB and a tag for each of its chunks. S3 asks for 5 MiB at least. */
export const UPLOAD_PART_BYTES = 9 * 1024 * 1024;
const GATHERED_AT_FIRST_BYTES = 256 * 1024;
const ON_THEIR_WAY_MAX = 2;

export interface BucketUpload {
  readonly calls: S3Calls;
  readonly key: string;
  /** Hears of what could not be removed and stays until a sweep. */
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
    // A failure is thrown to who waits for it; until then it must not count as unhandled.
    going.catch(() => undefined);
    onTheirWay.push(going);
  }

  return {
    async write(sealed) {
      bytes += sealed.length;
      for (let at = 0; at < sealed.length; ) {
        // Only what more follows is a part: what ends here may still be all there is.
        if (filled === UPLOAD_PART_BYTES) await sendPart();
        at += gather(sealed.subarray(at));
      }
    },
    async finish() {
      if (uploadId === undefined) {
        isSent = true;
        await calls.put(key, gathered.subarray(0, filled)).catch((error: unknown) => {
          // What stands there under this name is another's, and stays.
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
        // A request whose answer was lost may have come through.
        await calls.remove(key);
      } catch (error) {
        onFailure(error);
      }
    },
  };
}
