/**
 * Stores sealed files in the vault's own folder, under `DIR/blobs/<2 hex>/<id>`. A file is written as `<id>.part`,
 * synced, renamed, and its folder synced, before a row may reference it. A crash leaves only a `.part` or a file
 * without a row. Has no key and never sees plaintext. Source: choices, "Drives"; sealing design B6, "Commit order".
 */

import { type FileHandle, lstat, mkdir, open, opendir, readdir, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { idInPath, isUuidV7 } from '#contract/ids.ts';
import {
  type BlobReader,
  type BlobStore,
  blobFolder,
  type PartFile,
  type Swept,
} from '#server/drives/blobs/blob-store.ts';
import { createQuarantine } from '#server/drives/blobs/quarantine.ts';
import { type FindReferenced, unreferencedOf } from '#server/drives/blobs/unreferenced-blobs.ts';
import { UnsafeFolderError } from '#server/system/config/folder/assert-no-links.ts';
import { isEnoent } from '#server/system/files/is-enoent.ts';
import { openRegularFile } from '#server/system/files/open-regular-file.ts';
import { syncFolder } from '#server/system/files/sync-folder.ts';

export const PART_SUFFIX = '.part';
/** Written bytes are synced in the background this often, so that the final sync is short. */
const SYNC_EVERY_BYTES = 32 * 1024 * 1024;
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

export function createFileBlobs(dataDir: string): BlobStore {
  const root = join(dataDir, 'blobs');
  const quarantine = createQuarantine(dataDir);
  const pathOf = (blobId: string): string => join(root, blobFolder(idInPath(blobId)), blobId);

  async function create(blobId: string): Promise<PartFile> {
    const folder = join(root, blobFolder(idInPath(blobId)));
    const made = await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    await isOwnFolder(folder);
    if (made !== undefined) for (const above of [dirname(dataDir), dataDir, root]) await syncFolder(above);
    const final = pathOf(blobId);
    const handle = await open(final + PART_SUFFIX, 'wx', FILE_MODE);
    return partFile(handle, folder, final);
  }

  /**
   * True for a folder that exists. The start refuses links; one put there later is neither written nor deleted through.
   * @throws protocol_error
   */
  async function isOwnFolder(folder: string): Promise<boolean> {
    for (const each of [root, folder]) {
      const found = await lstat(each).catch((error: unknown) => {
        if (!isEnoent(error)) throw error;
      });
      if (found === undefined) return false;
      if (!found.isDirectory())
        throw new UnsafeFolderError(
          relative(dataDir, each),
          'is a link, or no folder. Put the folder itself there',
        );
    }
    return true;
  }

  /** Finished files relative to the root. */
  async function* finished(): AsyncGenerator<string> {
    for (const folder of await foldersOf(root)) {
      for await (const { name } of await opendir(join(root, folder))) {
        if (name.endsWith(PART_SUFFIX)) await removeFile(join(root, folder, name));
        else yield join(folder, name);
      }
    }
  }

  async function sweep(knownOf: FindReferenced): Promise<Swept> {
    const back: string[] = [];
    const knownPaths: FindReferenced = (paths) => {
      const known = knownOf(paths.map((path) => basename(path)));
      return new Set(paths.filter((path) => known.has(basename(path))));
    };
    for await (const path of unreferencedOf(finished(), knownPaths))
      await quarantine.take(join(root, path), basename(path));
    const held = (await quarantine.list()).filter(isUuidV7);
    const stays = new Set<string>();
    for await (const name of unreferencedOf(held, knownOf)) stays.add(name);
    for (const name of held) {
      if (stays.has(name)) continue;
      await mkdir(join(root, blobFolder(name)), { recursive: true, mode: FOLDER_MODE });
      await quarantine.restoreFile(name, pathOf(name));
      back.push(name);
    }
    return { quarantined: await quarantine.list(), back };
  }

  async function openBlob(blobId: string): Promise<FileHandle> {
    try {
      return await openRegularFile(pathOf(blobId));
    } catch (error) {
      if (!isEnoent(error)) throw error;
      return openRegularFile(quarantine.pathOf(idInPath(blobId)));
    }
  }

  async function openReader(blobId: string): Promise<BlobReader> {
    const handle = await openBlob(blobId);
    try {
      const { size } = await handle.stat();
      return {
        size,
        read: async (into, position) => (await handle.read(into, 0, into.length, position)).bytesRead,
        close: () => handle.close(),
      };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  return {
    isFar: false,
    create,
    open: openReader,
    async remove(blobIds) {
      for (const blobId of blobIds) {
        if (isUuidV7(blobId) && (await isOwnFolder(dirname(pathOf(blobId)))))
          await removeFile(pathOf(blobId));
      }
    },
    sweep,
    close: async () => undefined,
  };
}

function partFile(handle: FileHandle, folder: string, final: string): PartFile {
  let inFlight: Promise<unknown> = Promise.resolve();
  let syncing: Promise<unknown> = Promise.resolve();
  let isSyncing = false;
  let unsyncedBytes = 0;
  let isOpen = true;

  /**
   * Syncs in the background. The system reports a failed sync only once, so `finish` awaits this one and throws its
   * error.
   */
  function syncBehind(): void {
    if (isSyncing || unsyncedBytes < SYNC_EVERY_BYTES) return;
    isSyncing = true;
    unsyncedBytes = 0;
    syncing = handle.datasync().then(() => {
      isSyncing = false;
    });
    syncing.catch(() => undefined);
  }

  async function closeOnce(): Promise<void> {
    if (!isOpen) return;
    isOpen = false;
    await handle.close();
  }

  return {
    async write(sealed) {
      await inFlight;
      syncBehind();
      unsyncedBytes += sealed.length;
      inFlight = writeWhole(handle, sealed);
      // A failure is thrown at the next call, so it is not an unhandled rejection.
      inFlight.catch(() => undefined);
    },
    async finish() {
      await inFlight;
      await syncing;
      await handle.sync();
      await closeOnce();
      await rename(final + PART_SUFFIX, final);
      await syncFolder(folder);
    },
    async discard() {
      await Promise.allSettled([inFlight, syncing]);
      await closeOnce();
      await removeFile(final + PART_SUFFIX);
      await removeFile(final);
    },
  };
}

async function writeWhole(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written);
    written += bytesWritten;
  }
}

async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!isEnoent(error)) throw error;
  }
}

async function foldersOf(root: string): Promise<string[]> {
  try {
    const entries = await readdir(root, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  } catch (error) {
    if (isEnoent(error)) return [];
    throw error;
  }
}
