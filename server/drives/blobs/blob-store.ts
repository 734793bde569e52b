/**
 * Sealed files under `DIR/blobs/<2 hex>/<id>`. A file is written as `<id>.part`, synced, renamed, and its
 * folder synced, before any row may point at it; whatever a crash leaves is either a `.part` or a file
 * no row knows. Holds no key and never sees plaintext: the writers give it sealed bytes.
 * Source: choices, "Drives"; sealing design B6, "Commit order".
 */
import { type FileHandle, mkdir, open, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';

const PART_SUFFIX = '.part';
/** Written bytes are pushed to the disk in the background this often, so that the last sync has little left. */
const SYNC_EVERY_BYTES = 32 * 1024 * 1024;
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** A sealed file on its way in. */
export interface PartFile {
  /** Queues the bytes; resolves when the write before them is done, so one is in flight while the next is made. */
  readonly write: (sealed: Uint8Array) => Promise<void>;
  /** Syncs the file, gives it its final name and syncs the folder. */
  readonly finish: () => Promise<void>;
  /** Closes and removes it; for any moment before `finish` has resolved. */
  readonly discard: () => Promise<void>;
}

export interface BlobStore {
  readonly create: (blobId: string) => Promise<PartFile>;
  readonly open: (blobId: string) => Promise<FileHandle>;
  /** Missing files are no error: a sweep may have been there before. */
  readonly remove: (blobIds: Iterable<string>) => Promise<void>;
  /** Removes every `.part` and every file `isKnown` denies. @returns how many went. */
  readonly sweep: (isKnown: (blobId: string) => boolean) => Promise<number>;
}

/** The last two digits of an id are random, so files spread evenly. */
export function blobFolder(blobId: string): string {
  return blobId.slice(-2);
}

export function createBlobStore(dataDir: string): BlobStore {
  const root = join(dataDir, 'blobs');
  const pathOf = (blobId: string): string => join(root, blobFolder(blobId), blobId);

  async function create(blobId: string): Promise<PartFile> {
    const folder = join(root, blobFolder(blobId));
    const made = await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    if (made !== undefined) {
      await syncFolder(dataDir);
      await syncFolder(root);
    }
    const final = pathOf(blobId);
    const handle = await open(final + PART_SUFFIX, 'wx', FILE_MODE);
    return partFile(handle, folder, final);
  }

  async function sweep(isKnown: (blobId: string) => boolean): Promise<number> {
    let removed = 0;
    for (const folder of await foldersOf(root)) {
      for (const name of await readdir(join(root, folder))) {
        if (!name.endsWith(PART_SUFFIX) && isKnown(name)) continue;
        await removeFile(join(root, folder, name));
        removed += 1;
      }
    }
    return removed;
  }

  return {
    create,
    open: (blobId) => open(pathOf(blobId), 'r'),
    async remove(blobIds) {
      for (const blobId of blobIds) await removeFile(pathOf(blobId));
    },
    sweep,
  };
}

function partFile(handle: FileHandle, folder: string, final: string): PartFile {
  let inFlight: Promise<unknown> = Promise.resolve();
  let syncing: Promise<unknown> = Promise.resolve();
  let isSyncing = false;
  let unsyncedBytes = 0;
  let isOpen = true;

  /** The system reports a failed sync once only, so `finish` waits for this one and throws what it threw. */
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
      // A failure is thrown to the next caller; until then it must not count as unhandled.
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

/** Makes renames and new entries durable. Windows cannot open folders and journals them itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

async function foldersOf(root: string): Promise<string[]> {
  try {
    const entries = await readdir(root, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
