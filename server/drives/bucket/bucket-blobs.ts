/**
 * Stores sealed files in an S3 bucket, as `<prefix><workspace id>/<2 hex>/<id>`: names reveal no more than plaintext
 * rows do. An object is written once and never changed. Nothing is quarantined: unreferenced objects stay until a
 * person decides.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import { idInPath, isUuidV7, type WorkspaceId } from '#contract/ids.ts';
import { blobFolder, type SharedBlobs } from '#server/drives/blobs/blob-store.ts';
import { unreferencedOf } from '#server/drives/blobs/unreferenced-blobs.ts';
import type { Clock } from '#server/system/clock.ts';
import type { BlockCache } from './block-cache.ts';
import { createBlocks, openBucketReader } from './bucket-reader.ts';
import { beginBucketUpload } from './bucket-upload.ts';
import type { S3Calls, StoredObject } from './s3-calls.ts';

/** Grace period for young objects, whose row this or another server may not have written yet. */
const SETTLED_AFTER_MS = 48 * 60 * 60 * 1000;
const REMOVED_AT_ONCE = 8;

export interface BucketBlobsDeps {
  readonly calls: S3Calls;
  readonly cache: BlockCache;
  readonly prefix: string;
  /** Returns the id of the vault; undefined before it is created. */
  readonly workspaceId: () => WorkspaceId | undefined;
  readonly clock: Clock;
  /** Called for an object that could not be removed and stays until a sweep. */
  readonly onFailure: (error: unknown) => void;
  readonly close: () => Promise<void>;
}

export function createBucketBlobs(deps: BucketBlobsDeps): SharedBlobs {
  const { calls, cache, clock, onFailure } = deps;
  function root(): string {
    const id = deps.workspaceId();
    if (id === undefined)
      throw new VaultError(
        'not_initialized',
        'There is no vault in this folder yet. Create one with «srvault init».',
      );
    return `${deps.prefix}${id}/`;
  }
  const keyOf = (blobId: string) => `${root()}${blobFolder(idInPath(blobId))}/${blobId}`;
  const blocks = createBlocks(calls, cache, keyOf);

  async function removeAll(blobIds: readonly string[]): Promise<void> {
    await cache.drop(new Set(blobIds));
    for (let at = 0; at < blobIds.length; at += REMOVED_AT_ONCE)
      await Promise.all(blobIds.slice(at, at + REMOVED_AT_ONCE).map((id) => calls.remove(keyOf(id))));
  }

  async function* objects(): AsyncGenerator<StoredObject & { readonly id: string }> {
    for await (const page of calls.list(root())) {
      for (const object of page) {
        const id = object.key.slice(-36);
        if (isUuidV7(id) && object.key === keyOf(id)) yield { ...object, id };
      }
    }
  }

  return {
    isFar: true,
    settledAfterMs: SETTLED_AFTER_MS,
    create: async (blobId) => beginBucketUpload({ calls, key: keyOf(blobId), onFailure }),
    open: (blobId) => openBucketReader(blocks, blobId),
    // Failures are only reported, because the row is already gone.
    remove: (blobIds) => removeAll([...blobIds].filter(isUuidV7)).catch(onFailure),
    async sweep(knownOf) {
      if (deps.workspaceId() === undefined) return { quarantined: [], back: [] };
      const before = clock.nowMs() - SETTLED_AFTER_MS;
      for await (const uploads of calls.listUploads(root())) {
        for (const { key, uploadId, begunMs } of uploads)
          if (begunMs < before) await calls.abortUpload(key, uploadId);
      }
      const quarantined: string[] = [];
      async function* settled(): AsyncGenerator<string> {
        for await (const { id, changedMs } of objects()) if (changedMs < before) yield id;
      }
      for await (const id of unreferencedOf(settled(), knownOf)) quarantined.push(id);
      return { quarantined, back: [] };
    },
    async *list() {
      for await (const { id, size, changedMs } of objects()) yield { name: id, bytes: size, changedMs };
    },
    async find(blobId) {
      await calls.getRange(keyOf(blobId), 0, 1);
    },
    removeUnknown: (blobId) => removeAll([blobId]),
    close: deps.close,
  };
}
