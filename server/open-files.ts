/** Where the sealed files of a folder lie: in itself, or in the bucket it is told or remembers. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isUuidV7, type WorkspaceId } from '#contract/ids.ts';
import { VaultError } from '#contract/vault-error.ts';
import type { Clock } from './access/clock.ts';
import type { DataDir } from './config/data-dir.ts';
import {
  parseFilesAddress,
  readBucketKeys,
  readFilesAddress,
  writeFilesAddress,
} from './config/files-address.ts';
import type { SqlEngine } from './db/engine/sql-engine.ts';
import { listExpectedBlobs } from './db/evidence/expected-blobs.ts';
import type { BlobStore } from './drives/blobs/blob-store.ts';
import { createFileBlobs } from './drives/blobs/file-blobs.ts';
import { createQuarantine } from './drives/blobs/quarantine.ts';
import type { BucketBlobs } from './drives/bucket/bucket-blobs.ts';
import { MissingBlobError } from './drives/bucket/bucket-error.ts';
import { filesInFolder, SERVED_SETTLED_AFTER_MS } from './evidence/doctor/blob-checks.ts';
import type { FilesPort, QuarantinePort } from './evidence/service/findings-service.ts';

export interface VaultFiles {
  readonly blobs: BlobStore;
  readonly quarantine: QuarantinePort;
  /** Everything there is, for whoever looks it over. */
  readonly stored: FilesPort;
}

export interface OpenFilesDeps {
  readonly db: SqlEngine;
  readonly workspaceId: () => WorkspaceId | undefined;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}

/** Before anything is opened or made. @throws invalid_request, protocol_error where the folder has files itself */
export function assertFilesFit({ root }: DataDir, blobs: string | undefined): void {
  if (blobs === undefined) return;
  readBucketKeys(parseFilesAddress(blobs));
  const folder = join(root, 'blobs');
  const holdsFiles =
    existsSync(folder) &&
    readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());
  if (holdsFiles)
    throw new VaultError(
      'protocol_error',
      'This folder holds sealed files itself; a vault with its files in a bucket begins without any. Nothing was changed.',
    );
}

/**
 * A bucket that is named for the first time is proven, and remembered; later a start does not wait for it.
 * @throws invalid_request (address, keys), BucketAwayError, BucketRefusedError, protocol_error when it is not the vault's
 */
export async function openFiles(
  layout: DataDir,
  given: string | undefined,
  deps: OpenFilesDeps,
): Promise<VaultFiles> {
  const address = given ?? readFilesAddress(layout);
  if (address === undefined) return filesOfFolder(layout.root);
  const { blobs, prove } = await openBucketOf(layout, address, deps);
  if (address !== readFilesAddress(layout)) {
    try {
      await prove();
      await assertHoldsFiles(blobs, deps.db);
    } catch (error) {
      await blobs.close();
      throw error;
    }
    writeFilesAddress(layout, address);
  }
  return { blobs, ...besideBucket(blobs, deps.db) };
}

/** For reading alone; nothing of it is kept on this disk. Undefined where the files lie in the folder. */
export async function openFilesForReading(
  layout: DataDir,
  deps: Omit<OpenFilesDeps, 'db'>,
): Promise<BlobStore | undefined> {
  const address = readFilesAddress(layout);
  return address === undefined ? undefined : (await openBucketOf(layout, address, deps, false)).blobs;
}

async function openBucketOf(
  layout: DataDir,
  address: string,
  { workspaceId, clock, onFailure }: Omit<OpenFilesDeps, 'db'>,
  isCached = true,
) {
  const place = parseFilesAddress(address);
  // Only now: a vault in a folder needs none of it.
  const { openBucket } = await import('./drives/bucket/open-bucket.ts');
  return openBucket({
    ...place,
    ...readBucketKeys(place),
    cache: isCached ? { folder: layout.blockCache, maxBytes: place.cacheBytes } : undefined,
    ...{ workspaceId, clock, onFailure },
  });
}

/** @throws protocol_error when the vault has files, and they are not here */
async function assertHoldsFiles(blobs: BucketBlobs, db: SqlEngine): Promise<void> {
  const known = listExpectedBlobs(db).find(({ blob_id }) => isUuidV7(blob_id));
  if (known === undefined) return;
  try {
    await blobs.find(known.blob_id);
  } catch (error) {
    if (!(error instanceof MissingBlobError)) throw error;
    throw new VaultError(
      'protocol_error',
      'This vault has files, and the bucket does not hold them. Nothing was changed.',
    );
  }
}

function filesOfFolder(root: string): VaultFiles {
  return {
    blobs: createFileBlobs(root),
    quarantine: createQuarantine(root),
    stored: {
      list: async () => filesInFolder(root),
      settledAfterMs: SERVED_SETTLED_AFTER_MS,
      isFolder: true,
    },
  };
}

function besideBucket(blobs: BucketBlobs, db: SqlEngine): Omit<VaultFiles, 'blobs'> {
  return {
    quarantine: {
      take: () => Promise.reject(new Error('Nothing is moved inside a bucket.')),
      putBack: async () => undefined,
      async remove(name) {
        // A row may speak of it again since it was found.
        const isKnown = listExpectedBlobs(db).some(({ blob_id }) => blob_id === name);
        if (isKnown || !isUuidV7(name)) return false;
        await blobs.removeUnknown(name);
        return true;
      },
    },
    stored: { list: blobs.list, settledAfterMs: blobs.settledAfterMs, isFolder: false },
  };
}
