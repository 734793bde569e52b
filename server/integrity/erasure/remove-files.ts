/**
 * Removes sealed files whose rows an erasure has deleted, from their place and from quarantine, where a start moves files
 * without a row. Files that a row names again stay.
 */
import type { BlobStore } from '#server/drives/blobs/blob-store.ts';
import type { FindingsPort } from '#server/identity/requests/findings-port.ts';
import { createFindReferencedBlobs } from '#server/storage/drives/find-referenced-blobs.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

const AT_ONCE = 50;

export interface RemoveFilesDeps {
  readonly db: Statements;
  readonly blobs: Pick<BlobStore, 'remove'>;
  readonly quarantine: { readonly remove: (name: string) => Promise<boolean> };
  readonly findings: FindingsPort;
}

export function createRemoveFiles({ db, blobs, quarantine, findings }: RemoveFilesDeps) {
  const knownOf = createFindReferencedBlobs(db);

  return async (blobIds: readonly string[]): Promise<void> => {
    for (let at = 0; at < blobIds.length; at += AT_ONCE) {
      const page = blobIds.slice(at, at + AT_ONCE);
      const known = knownOf(page);
      const gone = page.filter((id) => !known.has(id));
      await blobs.remove(gone);
      await Promise.all(gone.map((id) => quarantine.remove(id)));
      for (const id of gone) findings.resolve('quarantined', id);
    }
  };
}
