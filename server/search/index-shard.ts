/**
 * One shard of a group's index: an in-memory database, limited so that copying, sealing and opening its snapshot takes
 * a few milliseconds. A document stays in its first shard.
 */
import type { DocumentId } from '#contract/ids.ts';
import { createEntryQuery } from '#server/storage/search/entry-query.ts';
import { createEntryStore } from '#server/storage/search/entry-store.ts';
import {
  clearMemoryDatabase,
  createMemoryDatabase,
  type MemoryDatabase,
} from '#server/storage/search/memory-database.ts';
import { createTextStore } from '#server/storage/search/text-store.ts';
import { createTitleOrder } from '#server/storage/search/title-order.ts';

/** Some 20 MiB per snapshot where most are reports; SQLite opens none above 992 MiB. */
const SHARD_MAX_DOCUMENTS = 8_192;

export type IndexShard = ReturnType<typeof createIndexShard>;

/** Progress of a stored snapshot: the change when it was made, and the last change known not to affect its shard. */
export interface SnapshotProgress {
  readonly made_at: number;
  readonly holds_until: number;
}

/** Creates a shard, from an opened snapshot and its progress, or empty. */
export function createIndexShard(
  image?: MemoryDatabase,
  maxDocuments: number = SHARD_MAX_DOCUMENTS,
  known?: SnapshotProgress,
) {
  const db = image ?? createMemoryDatabase();
  const titles = createTitleOrder(db);
  const entries = createEntryStore(db, titles.drop);
  const texts = createTextStore(db);
  const query = createEntryQuery(db, titles);
  let count = entries.fingerprint().count;
  let { least, most } = entries.idBounds();
  let isOpen = false;
  let hasPurged = false;
  let isDirty = image === undefined;
  let madeAt = entries.appliedSeq();
  // The progress describes another snapshot, so only this one's own change number counts.
  let holdsUntil = known?.made_at === madeAt ? known.holds_until : madeAt;
  const isNew = image === undefined;
  const isKnown = image !== undefined && known !== undefined;

  return {
    entries,
    texts,
    find: query.find,
    first: query.first,
    /** Builds the title order. @returns true when it had to be built. */
    orderTitles: titles.make,
    isFull: () => count >= maxDocuments,
    /** Created for an unreadable snapshot, or emptied since: filled before a new shard is added. */
    isSpare: () => isNew && count < maxDocuments,
    /**
     * False when the document cannot be here. Ids grow with time and shards are filled in turn, so few of many shards
     * can have a given id; each useless query costs microseconds.
     */
    mayHold: (documentId: DocumentId) =>
      least !== null && most !== null && least <= documentId && documentId <= most,
    added(documentId: DocumentId): void {
      count += 1;
      if (least === null || documentId < least) least = documentId;
      if (most === null || documentId > most) most = documentId;
    },

    /** Opens a transaction if none is open, before a write. */
    touch(): void {
      isDirty = true;
      if (isOpen) return;
      db.exec('BEGIN');
      isOpen = true;
    },

    /** Ends the transaction that `touch` opened, if any; `appliedSeq` null rolls it back. */
    endTransaction(appliedSeq: number | null): void {
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
      texts.delete(id);
      entries.delete(id);
      count -= 1;
      isDirty = true;
    },

    /** Change number from which it may lack changes; undefined where unknown. */
    knownUntil: () => (isKnown ? holdsUntil : undefined),
    progress: (): SnapshotProgress => ({ made_at: madeAt, holds_until: holdsUntil }),

    isDirty: () => isDirty,
    /** Marks its stored snapshot as outdated. */
    markDirty(): void {
      isDirty = true;
    },
    /** Marks a purge: the purged words must not be in the next snapshot. */
    markPurged(): void {
      isDirty = true;
      hasPurged = true;
    },

    /** Drops words of purged documents in turns: the expensive half of `serialize`, which otherwise does it. */
    async dropPurgedWords(nextTurn: () => Promise<void>, isWanted: () => boolean): Promise<void> {
      if (!hasPurged) return;
      entries.dropDeletedWords();
      texts.beginMerge();
      for (await nextTurn(); isWanted() && texts.mergeOn(); ) await nextTurn();
    },

    /**
     * Serialises the shard, current to `appliedSeq`, for sealing; counts as stored from now on. The caller must wipe
     * the bytes.
     */
    serialize(appliedSeq: number): Uint8Array {
      if (hasPurged) {
        entries.dropDeletedWords();
        texts.beginMerge();
        while (texts.mergeOn());
        hasPurged = false;
      }
      entries.setAppliedSeq(appliedSeq);
      const image = db.serialize();
      isDirty = false;
      madeAt = appliedSeq;
      holdsUntil = appliedSeq;
      return image;
    },

    /** Zeroes and frees its memory. */
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
