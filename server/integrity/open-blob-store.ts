/** Opens the storage of sealed files: the vault's folder, or the bucket or shared folder that was given or stored. */
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { VaultError } from '#contract/errors/vault-error.ts';
import { isUuidV7, type WorkspaceId } from '#contract/ids.ts';
import type { BlobStore, SharedBlobs } from '#server/drives/blobs/blob-store.ts';
import { createFileBlobs } from '#server/drives/blobs/on-disk/file-blobs.ts';
import { serverLocalBlobs } from '#server/drives/blobs/on-disk/server-local-blobs.ts';
import { createSharedFolderBlobs } from '#server/drives/blobs/on-disk/shared-folder-blobs.ts';
import { createQuarantine } from '#server/drives/blobs/quarantine.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createReferencedBlobs } from '#server/storage/maintenance/referenced-blobs.ts';
import type { Clock } from '#server/system/clock.ts';
import {
  parseBlobStoreAddress,
  readBlobStoreAddress,
  readBucketKeys,
  writeBlobStoreAddress,
} from '#server/system/config/blob-store-address.ts';
import { type DataDir, dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { isInsideFolder } from '#server/system/config/folder/is-inside-folder.ts';
import { isEnoent } from '#server/system/files/is-enoent.ts';
import { fileInPlace, filesInFolder, SERVED_SETTLED_AFTER_MS } from './doctor/blob-checks.ts';
import type { FilesPort, QuarantinePort } from './findings/findings-service.ts';

export interface VaultFiles {
  readonly blobs: BlobStore;
  readonly quarantine: QuarantinePort;
  /** Lists every file, for checks. */
  readonly stored: FilesPort;
}

export interface OpenBlobStoreDeps {
  /** True when another server may have files in its own folder. */
  readonly isOneOfSeveral: boolean;
  readonly db: SqlEngine;
  readonly workspaceId: () => WorkspaceId | undefined;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Checks the address before anything is opened or created. @throws invalid_request, protocol_error where the folder has
 * files itself
 */
export function assertBlobStoreMatches({ root }: DataDir, blobs: string | undefined): void {
  if (blobs === undefined) return;
  const place = parseBlobStoreAddress(blobs);
  if (place.kind === 'bucket') readBucketKeys(place);
  else assertSharable(root, place.dir);
  const folder = join(root, 'blobs');
  const holdsFiles =
    existsSync(folder) &&
    readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());
  if (holdsFiles)
    throw new VaultError(
      'protocol_error',
      'This folder already has sealed files. Nothing was changed. A vault with its files elsewhere needs a folder without any.',
    );
}

/**
 * Tests and stores an address given for the first time; later starts do not wait for it.
 * @throws invalid_request (address, keys), BucketUnavailableError, BucketRefusedError, protocol_error when the files belong to
 * another vault
 */
export async function openBlobStore(
  layout: DataDir,
  given: string | undefined,
  deps: OpenBlobStoreDeps,
): Promise<VaultFiles> {
  const address = given ?? readBlobStoreAddress(layout);
  if (address === undefined) {
    const files = filesOfFolder(layout.root);
    return deps.isOneOfSeveral ? { ...files, blobs: serverLocalBlobs(files.blobs) } : files;
  }
  const holdsFiles = () => firstFileOf(deps.db) !== undefined;
  const { blobs, prove } = await openSharedBlobStore(address, { ...deps, holdsFiles }, layout.blockCache);
  if (address !== readBlobStoreAddress(layout)) {
    try {
      await prove();
      await assertHoldsFiles(blobs, deps.db);
    } catch (error) {
      await blobs.close();
      throw error;
    }
    writeBlobStoreAddress(layout, address);
  }
  return { blobs, ...besideShared(blobs, deps.db) };
}

/**
 * Read-only; caches nothing of a bucket on this disk. Undefined where the files are in the folder. Without `db` rows are
 * taken to reference files, so that a shared folder without any counts as not mounted.
 */
export async function openBlobStoreForReading(
  layout: DataDir,
  { db, ...deps }: Omit<OpenBlobStoreDeps, 'db' | 'isOneOfSeveral'> & Partial<Pick<OpenBlobStoreDeps, 'db'>>,
): Promise<SharedBlobs | undefined> {
  const address = readBlobStoreAddress(layout);
  if (address === undefined) return undefined;
  const holdsFiles = () => db === undefined || firstFileOf(db) !== undefined;
  return (await openSharedBlobStore(address, { ...deps, holdsFiles })).blobs;
}

interface Shared {
  readonly blobs: SharedBlobs;
  readonly prove: () => Promise<void>;
}

/**
 * Opens the bucket or shared folder of sealed files. Without a folder nothing of a bucket is cached on this disk.
 * @throws invalid_request (address, keys)
 */
export async function openSharedBlobStore(
  address: string,
  deps: Omit<OpenBlobStoreDeps, 'db' | 'isOneOfSeveral'> & { readonly holdsFiles: () => boolean },
  cacheFolder?: string,
): Promise<Shared> {
  const { workspaceId, clock, onFailure, holdsFiles } = deps;
  const place = parseBlobStoreAddress(address);
  if (place.kind === 'folder')
    return {
      blobs: createSharedFolderBlobs({ dir: place.dir, workspaceId, holdsFiles, clock }),
      prove: async () => accessSync(place.dir, constants.R_OK | constants.W_OK),
    };
  // Loaded here, because a vault in a folder needs no bucket client.
  const { openBucket } = await import('#server/drives/bucket/open-bucket.ts');
  return openBucket({
    ...place,
    ...readBucketKeys(place),
    cache: cacheFolder === undefined ? undefined : { folder: cacheFolder, maxBytes: place.cacheBytes },
    ...{ workspaceId, clock, onFailure },
  });
}

/** Requires an existing folder outside the vault that is no vault's data folder. @throws invalid_request */
function assertSharable(root: string, dir: string): void {
  const isFolder = statSync(dir, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder) throw refused('The folder named by --blobs was not found. Create it first.');
  if (isInsideFolder(root, dir) || existsSync(dataDirLayout(dir).database))
    throw refused(
      '--blobs must name a folder outside every vault. Leave it out to keep the files in the folder of the vault.',
    );
}

function refused(message: string): VaultError {
  return new VaultError('invalid_request', message);
}

/**
 * Checks that the storage has the vault's files.
 * @throws protocol_error when rows reference files that this storage lacks
 */
async function assertHoldsFiles(blobs: SharedBlobs, db: SqlEngine): Promise<void> {
  const known = firstFileOf(db);
  if (known === undefined) return;
  try {
    await blobs.find(known);
  } catch (error) {
    if (!isEnoent(error)) throw error;
    throw new VaultError(
      'protocol_error',
      'This vault has files, but not where --blobs says. Nothing was changed. Check --blobs.',
    );
  }
}

function firstFileOf(db: SqlEngine): string | undefined {
  for (const page of createReferencedBlobs(db).pages()) {
    const known = page.find(({ blob_id }) => isUuidV7(blob_id));
    if (known !== undefined) return known.blob_id;
  }
  return undefined;
}

function filesOfFolder(root: string): VaultFiles {
  return {
    blobs: createFileBlobs(root),
    quarantine: createQuarantine(root),
    stored: {
      list: () => filesInFolder(root),
      lookAgain: (blobId) => fileInPlace(root, blobId),
      settledAfterMs: SERVED_SETTLED_AFTER_MS,
      isFolder: true,
    },
  };
}

function besideShared(blobs: SharedBlobs, db: SqlEngine): Omit<VaultFiles, 'blobs'> {
  return {
    quarantine: {
      take: () => Promise.reject(new Error('Files cannot be moved while other servers write.')),
      restoreFile: async () => undefined,
      async remove(name) {
        // A row may reference it again since it was found.
        const isKnown = createReferencedBlobs(db).has(name);
        if (isKnown || !isUuidV7(name)) return false;
        await blobs.removeUnknown(name);
        return true;
      },
    },
    stored: { list: blobs.list, settledAfterMs: blobs.settledAfterMs, isFolder: false },
  };
}
