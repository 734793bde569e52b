/**
 * One shard of a group's index: an in-memory database of at most so many documents that copying, sealing and opening
 * its image takes a few milliseconds. A document stays in the shard it first came to.
 */
import type { DocumentId } from '#contract/ids.ts';
import { createEntryQuery } from '#server/storage/search/entry-query.ts';
import { createEntryStore } from '#server/storage/search/entry-store.ts';
import {
  clearMemoryDatabase,
  createMemoryDatabase,
  type MemoryDatabase,
} from '#server/storage/search/memory-database.ts';
import { createTitleOrder } from '#server/storage/search/title-order.ts';

/** Some 14 MiB of image; SQLite opens none above 992 MiB. */
const SHARD_MAX_DOCUMENTS = 16_384;

export type IndexShard = ReturnType<typeof createIndexShard>;

/** Of a stored image: the change it was made at, and the one up to which nothing in its shard has changed since. */
export interface SnapshotProgress {
  readonly made_at: number;
  readonly holds_until: number;
}

/** From an opened image and what is known of it, or new and empty. */
export function createIndexShard(
  image?: MemoryDatabase,
  maxDocuments: number = SHARD_MAX_DOCUMENTS,
  known?: SnapshotProgress,
) {
  const db = image ?? createMemoryDatabase();
  const titles = createTitleOrder(db);
  const entries = createEntryStore(db, titles.drop);
  const query = createEntryQuery(db, titles);
  let count = entries.fingerprint().count;
  let { least, most } = entries.idBounds();
  let isOpen = false;
  let hasPurged = false;
  let isDirty = image === undefined;
  let madeAt = entries.appliedSeq();
  // Another image than the one that is told of holds what it held when it was made.
  let holdsUntil = known?.made_at === madeAt ? known.holds_until : madeAt;
  const isNew = image === undefined;
  const isKnown = image !== undefined && known !== undefined;

  return {
    entries,
    find: query.find,
    first: query.first,
    /** What a search by title needs. @returns whether it had to be made. */
    orderTitles: titles.make,
    isFull: () => count >= maxDocuments,
    /** Made for an image that did not open, or emptied since: to be filled before another is made. */
    isSpare: () => isNew && count < maxDocuments,
    /**
     * Whether the document can be here. Ids grow with time and shards are filled in turn, so of many shards few can hold
     * it, and mostly none a new one: each that is asked in vain costs some microseconds.
     */
    mayHold: (documentId: DocumentId) =>
      least !== null && most !== null && least <= documentId && documentId <= most,
    added(documentId: DocumentId): void {
      count += 1;
      if (least === null || documentId < least) least = documentId;
      if (most === null || documentId > most) most = documentId;
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
      if (appliedSeq !== null && !isDirty) holdsUntil = appliedSeq;
      if (!isOpen) return;
      if (appliedSeq !== null) entries.setAppliedSeq(appliedSeq);
      db.exec(appliedSeq === null ? 'ROLLBACK' : 'COMMIT');
      isOpen = false;
      if (appliedSeq !== null) return;
      count = entries.fingerprint().count;
      titles.drop();
    },

    delete(id: number): void {
      entries.delete(id);
      count -= 1;
      isDirty = true;
    },

    /** The change from which on it may lack some; undefined where nothing says so. */
    knownUntil: () => (isKnown ? holdsUntil : undefined),
    progress: (): SnapshotProgress => ({ made_at: madeAt, holds_until: holdsUntil }),

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

    /** The whole shard, up to date with `appliedSeq`, as bytes to be sealed; counts as stored from here on. The caller wipes them. */
    serialize(appliedSeq: number): Uint8Array {
      this.dropPurgedWords();
      entries.setAppliedSeq(appliedSeq);
      const image = db.serialize();
      isDirty = false;
      madeAt = appliedSeq;
      holdsUntil = appliedSeq;
      return image;
    },

    /** Its memory is zeroed, and given back. */
    close(): void {
      titles.drop();
      try {
        clearMemoryDatabase(db);
      } finally {
        db.close();
      }
    },
  };
}
