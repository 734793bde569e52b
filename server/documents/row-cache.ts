/**
 * Cache of document rows and head versions as the database has them: clear columns and ciphertext, nothing opened.
 * An entry is read once, or kept from a write once that is durable, and used until the row changes. Where a read
 * costs a round trip, the rows of a request are prefetched without blocking. Callers verify and open a cached row
 * like any other.
 */

import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';
import { equalBytes } from '#crypto/bytes.ts';
import { SecondChanceCache } from '#crypto/keys/second-chance-cache.ts';
import type { CommitQueue } from '#server/storage/commit-queue.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import type { DocumentScope, DocumentStore } from '#server/storage/documents/document-store.ts';
import { createRowWithHeadReader, type RowWithHead } from '#server/storage/documents/row-with-head.ts';
import type { ChainedVersion, VersionStore } from '#server/storage/documents/version-store.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';

const MAX_BYTES = 32 * 1024 * 1024;
/** A row without its sealed columns, what the engine needs around it, and its clear columns as they are answered. */
const ROW_BYTES = 2048;
/** Sealed columns as they are, and in base64url as they are answered. */
const SEALED_TIMES = 7 / 3;

/** A row that is on its way here. */
interface ComingRow {
  readonly documentId: DocumentId;
  /** Until it may have been written. */
  isCurrent: boolean;
}

/** Whom a row is read for. */
export interface AllowedReaders {
  readonly isFor: (scope: DocumentScope) => boolean;
  /** Every row that `isFor` may accept belongs to one of these groups. */
  readonly groupIds: () => readonly SecurityGroupId[];
}

export interface RowCache {
  /**
   * Undefined where it is not for `readers`, without the row being read. So a caller who may not know of it waits as
   * long as for one that does not exist.
   */
  readonly find: (documentId: DocumentId, readers?: AllowedReaders) => DocumentRow | undefined;
  /** Those that there are, by id. */
  readonly findMany: (documentIds: readonly DocumentId[]) => Map<DocumentId, DocumentRow>;
  /** Keeps a row from its commit on, and its head where that is new; inside the transaction that wrote both. */
  readonly cacheWritten: (row: DocumentRow, head?: ChainedVersion) => void;
  /** The version the row names as its head, by its number. */
  readonly findHead: (row: DocumentRow) => ChainedVersion | undefined;
  /**
   * Prefetches what `find` and `findHead` will need, with the patient of an exam. In the turn in which it resolves
   * they do not wait, unless a foreign write came between. Never rejects. Undefined where they never wait.
   */
  readonly prefetch: (documentId: DocumentId, readers: AllowedReaders) => Promise<void> | undefined;
  /** Lets go of what is kept: nothing of it is secret, but a heap without it is collected in a third less time. */
  readonly clearCache: () => void;
}

export function createRowCache(
  db: SqlEngine,
  documents: Pick<DocumentStore, 'find' | 'findMany' | 'scopeOrNearest'>,
  versions: Pick<VersionStore, 'find'>,
  commits: Pick<CommitQueue, 'onCommitted' | 'onRolledBack'>,
  maxBytes: number = MAX_BYTES,
): RowCache {
  const known = new SecondChanceCache<DocumentId, RowWithHead>(maxBytes, { sizeOf: bytesOf });
  /** By the open transaction. */
  const written = new Map<DocumentId, RowWithHead>();
  const coming = new Set<ComingRow>();
  const together = createRowWithHeadReader(db);
  const watch = db.watchDocumentRows((documentId, rowMac) => {
    const stored = written.get(documentId);
    forget(documentId);
    for (const each of coming) if (each.documentId === documentId) each.isCurrent = false;
    // Reported at the end of the transaction that wrote it: unchanged since.
    if (stored !== undefined && rowMac && equalBytes(stored.row.row_mac, rowMac))
      written.set(documentId, stored);
  });

  commits.onCommitted(() => {
    for (const stored of written.values()) keepRead(stored);
    written.clear();
  });
  // Some of several writes may be in the database; all are read again.
  commits.onRolledBack(() => written.clear());

  function forget(documentId: DocumentId): void {
    written.delete(documentId);
    known.delete(documentId);
  }

  function keepRead(read: RowWithHead): void {
    known.set(read.row.document_id, read);
  }

  function keptFor(documentId: DocumentId, readers?: AllowedReaders): RowWithHead | undefined {
    const stored = known.get(documentId);
    return stored === undefined || readers?.isFor(stored.row) === false ? undefined : stored;
  }

  /**
   * As the open transaction has written it, where that one believes: should something else have changed the row since,
   * nothing that is built on it is as believed, and the transaction runs again without this.
   */
  function findWritten(documentId: DocumentId): DocumentRow | undefined {
    return db.cacheGeneration?.() === undefined ? undefined : written.get(documentId)?.row;
  }

  function forgetIfWrittenOutside(): void {
    if (watch.hasNoForeignWrites()) return;
    known.clear();
    for (const each of coming) each.isCurrent = false;
  }

  function findRowWithHead(
    documentId: DocumentId,
    { isFor, groupIds }: AllowedReaders,
  ): DocumentRow | undefined {
    const read = together?.find(documentId, groupIds());
    if (read === undefined) return undefined;
    keepRead(read);
    return isFor(read.row) ? read.row : undefined;
  }

  /** The check for foreign writes is sent behind it. */
  async function prefetchRow(documentId: DocumentId, { groupIds }: AllowedReaders): Promise<void> {
    const row: ComingRow = { documentId, isCurrent: true };
    coming.add(row);
    try {
      const [read] = await Promise.all([together?.hear(documentId, groupIds()), db.pollForeignWrites()]);
      if (read !== undefined && row.isCurrent) keepRead(read);
    } catch {
      // The caller that needs it gets the error there.
    } finally {
      coming.delete(row);
    }
  }

  /** One that is kept and not for `readers` takes the way of one that is not there. */
  async function comeUpWithPatient(documentId: DocumentId, readers: AllowedReaders): Promise<void> {
    if (keptFor(documentId, readers)?.head === undefined) await prefetchRow(documentId, readers);
    const { patient_id = null } = keptFor(documentId, readers)?.row ?? {};
    if (patient_id !== null && !known.has(patient_id)) await prefetchRow(patient_id, readers);
  }

  function isWhole(documentId: DocumentId, readers: AllowedReaders): boolean {
    const stored = keptFor(documentId, readers);
    if (stored?.head === undefined) return false;
    const { patient_id } = stored.row;
    return patient_id === null || known.has(patient_id);
  }

  return {
    find(documentId, readers) {
      const isCommitted = watch.isCommitted();
      if (isCommitted) forgetIfWrittenOutside();
      const kept = isCommitted ? known.get(documentId) : undefined;
      if (kept !== undefined && readers?.isFor(kept.row) !== false) return kept.row;
      const own = isCommitted ? undefined : findWritten(documentId);
      if (own !== undefined) return readers?.isFor(own) === false ? undefined : own;
      if (readers !== undefined) {
        if (together !== undefined && isCommitted) return findRowWithHead(documentId, readers);
        const scope = documents.scopeOrNearest(documentId);
        // Once, also for a neighbouring id, and not again for one that is cached for others: the amount of work must
        // not reveal which exist.
        const isTheirs = kept === undefined && scope !== undefined && readers.isFor(scope);
        if (!isTheirs || scope.document_id !== documentId) return undefined;
      }
      const row = documents.find(documentId);
      if (row !== undefined && isCommitted) keepRead({ row, head: undefined });
      return row;
    },

    findMany(documentIds) {
      if (!watch.isCommitted()) return documents.findMany(documentIds);
      forgetIfWrittenOutside();
      const rows = new Map<DocumentId, DocumentRow>();
      const others: DocumentId[] = [];
      for (const documentId of documentIds) {
        const kept = known.get(documentId);
        if (kept !== undefined) rows.set(documentId, kept.row);
        else others.push(documentId);
      }
      if (others.length === 0) return rows;
      for (const [documentId, row] of documents.findMany(others)) {
        keepRead({ row, head: undefined });
        rows.set(documentId, row);
      }
      return rows;
    },

    cacheWritten(row, head) {
      written.set(row.document_id, { row, head });
    },

    findHead(row) {
      const own = written.get(row.document_id);
      if (own?.row === row && own.head !== undefined) return own.head;
      const stored = known.get(row.document_id);
      if (stored?.row !== row || !watch.isCommitted()) return versions.find(row.document_id, row.seq);
      if (stored.head !== undefined) return stored.head;
      const head = versions.find(row.document_id, row.seq);
      if (head !== undefined) keepRead({ row, head });
      return head;
    },

    clearCache: () => known.clear(),

    prefetch(documentId, readers) {
      if (together === undefined || !watch.isCommitted()) return undefined;
      const isHeard = watch.isPolledThisTick();
      if (isHeard) forgetIfWrittenOutside();
      if (!isWhole(documentId, readers)) return comeUpWithPatient(documentId, readers);
      return isHeard ? undefined : db.pollForeignWrites();
    },
  };
}

function bytesOf({ row, head }: RowWithHead): number {
  const sealed = row.encrypted_index.length + row.dek.length;
  return ROW_BYTES + Math.ceil(sealed * SEALED_TIMES) + (head?.version.sealed.length ?? 0);
}
