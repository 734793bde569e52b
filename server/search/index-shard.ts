/**
 * One shard of a group's index: an in-memory database of at most so many documents that copying, sealing and opening
 * its image takes a few milliseconds. A document stays in the shard it first came to.
 */
import { createEntryQuery } from '#server/db/search/entry-query.ts';
import { createEntryStore } from '#server/db/search/entry-store.ts';
import {
  clearMemoryDatabase,
  createMemoryDatabase,
  type MemoryDatabase,
} from '#server/db/search/memory-database.ts';

/** Some 14 MiB of image; SQLite opens none above 992 MiB. */
const SHARD_MAX_DOCUMENTS = 16_384;

export type IndexShard = ReturnType<typeof createIndexShard>;

/** From an opened image, or new and empty. */
export function createIndexShard(image?: MemoryDatabase, maxDocuments: number = SHARD_MAX_DOCUMENTS) {
  const db = image ?? createMemoryDatabase();
  const entries = createEntryStore(db);
  const query = createEntryQuery(db);
  let count = entries.fingerprint().count;
  let isOpen = false;
  let hasPurged = false;
  let isDirty = image === undefined;

  return {
    entries,
    find: query.find,
    isFull: () => count >= maxDocuments,
    counted: () => {
      count += 1;
    },

    /** Opens a transaction unless one is open: what follows is a write. */
    touch(): void {
      isDirty = true;
      if (isOpen) return;
      db.exec('BEGIN');
      isOpen = true;
    },

    /** Ends the transaction `touch` opened, if any; `appliedSeq` null undoes it. */
    settle(appliedSeq: number | null): void {
      if (!isOpen) return;
      if (appliedSeq !== null) entries.setAppliedSeq(appliedSeq);
      db.exec(appliedSeq === null ? 'ROLLBACK' : 'COMMIT');
      isOpen = false;
      if (appliedSeq === null) count = entries.fingerprint().count;
    },

    delete(id: number): void {
      entries.delete(id);
      count -= 1;
      isDirty = true;
    },

    isDirty: () => isDirty,
    /** What is stored of it is not what belongs there. */
    markDirty(): void {
      isDirty = true;
    },
    /** Something was purged: its words must not go into the next image. */
    markPurged(): void {
      isDirty = true;
      hasPurged = true;
    },

    /** Drops the words of what was purged: the costlier half of `serialize`, which sees to it unless this was called. */
    dropPurgedWords(): void {
      if (hasPurged) entries.dropDeletedWords();
      hasPurged = false;
    },

    /** The whole shard as bytes, to be sealed; counts as stored from here on. The caller wipes them. */
    serialize(): Uint8Array {
      this.dropPurgedWords();
      const image = db.serialize();
      isDirty = false;
      return image;
    },

    /** Its memory is zeroed, and given back. */
    close(): void {
      try {
        clearMemoryDatabase(db);
      } finally {
        db.close();
      }
    },
  };
}
