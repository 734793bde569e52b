/** Fixture of a bucket with the vault's blob store on it. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { WorkspaceId } from '#contract/ids.ts';
import { openBucket } from '#server/drives/bucket/open-bucket.ts';
import { createS3Client } from '#server/drives/bucket/s3-client.ts';
import { newId } from '#test/support/ids.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

export const BUCKET = 'vault-files';

export interface Storage {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export async function makeBucket(storage: Storage): Promise<void> {
  const client = createS3Client({ ...storage, region: 'us-east-1', bucket: BUCKET });
  await client.call({ method: 'PUT', key: '' });
  await client.close();
}

export async function openTestBucket(storage: Storage, more: { cacheBytes?: number; folder?: string } = {}) {
  const workspaceId: WorkspaceId = newId();
  const time = { now: Date.now() };
  const failures: unknown[] = [];
  const prefix = `${newId().slice(-12)}/`;
  const folder = more.folder ?? join(testTempDir(), 'blocks');
  const open = async () => {
    const bucket = await openBucket({
      ...storage,
      ...{ region: 'us-east-1', bucket: BUCKET, prefix },
      cache: { folder, maxBytes: more.cacheBytes ?? 0 },
      workspaceId: () => workspaceId,
      clock: { nowMs: () => time.now },
      onFailure: (error) => void failures.push(error),
    });
    onTestFinished(bucket.blobs.close);
    return bucket;
  };
  return { ...(await open()), time, failures, prefix, workspaceId, folder, open };
}
