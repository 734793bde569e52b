/**
 * Sealed files in a shared folder beside the vault's own, `DIR/<workspace id>/`, with the layout of `file-blobs.ts`,
 * such as a file server mounted by several servers. A sweep ignores young files, because another server may not have
 * written their row yet.
 * Source: choices, second part, "Clinic".
 */
import { existsSync } from 'node:fs';
import { opendir, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { VaultError } from '#contract/errors/vault-error.ts';
import { isUuidV7, type WorkspaceId } from '#contract/ids.ts';
import {
  type BlobStore,
  blobFolder,
  type SharedBlobs,
  type StoredBlob,
} from '#server/drives/blobs/blob-store.ts';
import { unreferencedOf } from '#server/drives/blobs/unreferenced-blobs.ts';
import type { Clock } from '#server/system/clock.ts';
import { StorageUnavailableError } from '#server/system/storage-unavailable-error.ts';
import { createFileBlobs, PART_SUFFIX } from './file-blobs.ts';

/** Grace period before an unreferenced file counts as left over; as long as for a bucket. */
const SETTLED_AFTER_MS = 48 * 60 * 60 * 1000;

export interface SharedFilesDeps {
  readonly dir: string;
  /** Returns the id of the vault; undefined before it is created. */
  readonly workspaceId: () => WorkspaceId | undefined;
  /** True when any row references a file: a missing folder then means that it is not mounted. */
  readonly holdsFiles: () => boolean;
  readonly clock: Clock;
}

/** Thrown when the folder is missing although rows reference files in it. */
class FolderAwayError extends StorageUnavailableError {
  constructor() {
    super(
      'protocol_error',
      'The folder with the files of the vault was not found. Nothing is lost, and records still work. Mount the folder: files then work again.',
      { headers: { 'retry-after': '1' } },
    );
  }
}

export function createSharedFolderBlobs({
  dir,
  workspaceId,
  holdsFiles,
  clock,
}: SharedFilesDeps): SharedBlobs {
  /** Distinguishes an empty mount point from a folder without files. @throws FolderAwayError, not_initialized */
  function place(): string {
    const id = workspaceId();
    if (id === undefined)
      throw new VaultError(
        'not_initialized',
        'There is no vault in this folder yet. Create one with «srvault init».',
      );
    const own = join(dir, id);
    if (!existsSync(dir) || (!existsSync(own) && holdsFiles())) throw new FolderAwayError();
    return own;
  }
  const files = (): BlobStore => createFileBlobs(place());

  async function* stored(): AsyncGenerator<StoredBlob & { readonly path: string }> {
    const root = join(place(), 'blobs');
    if (!existsSync(root)) return;
    for (const folder of await readdir(root, { withFileTypes: true })) {
      if (!folder.isDirectory()) continue;
      for await (const entry of await opendir(join(root, folder.name))) {
        const { name } = entry;
        const id = name.endsWith(PART_SUFFIX) ? name.slice(0, -PART_SUFFIX.length) : name;
        if (!entry.isFile() || !isUuidV7(id) || folder.name !== blobFolder(id)) continue;
        const path = join(root, folder.name, name);
        // Another server may rename or remove it meanwhile.
        const found = await stat(path).catch(() => undefined);
        if (found !== undefined) yield { name, path, bytes: found.size, changedMs: found.mtimeMs };
      }
    }
  }

  return {
    isFar: true,
    settledAfterMs: SETTLED_AFTER_MS,
    create: async (blobId) => files().create(blobId),
    open: async (blobId) => files().open(blobId),
    remove: async (blobIds) => files().remove(blobIds),
    async sweep(knownOf) {
      const quarantined: string[] = [];
      if (workspaceId() === undefined) return { quarantined, back: [] };
      const before = clock.nowMs() - SETTLED_AFTER_MS;
      async function* settled(): AsyncGenerator<string> {
        for await (const { name, path, changedMs } of stored()) {
          if (changedMs >= before) continue;
          if (name.endsWith(PART_SUFFIX)) await unlink(path).catch(() => undefined);
          else yield name;
        }
      }
      for await (const name of unreferencedOf(settled(), knownOf)) quarantined.push(name);
      return { quarantined, back: [] };
    },
    async *list() {
      for await (const { name, bytes, changedMs } of stored())
        if (isUuidV7(name)) yield { name, bytes, changedMs };
    },
    async find(blobId) {
      await (await files().open(blobId)).close();
    },
    removeUnknown: (blobId) => files().remove([blobId]),
    close: async () => undefined,
  };
}
