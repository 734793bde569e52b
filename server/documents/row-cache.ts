/**
 * Read-through cache of document rows and head versions as stored: plaintext columns and ciphertext, nothing opened. An entry comes
 * from a read, or from a durable write, and is used until the row changes. With a remote database the rows of a request
 * are prefetched without blocking. Callers verify and open a cached row like any other.
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
/** Estimated memory of a row without its sealed columns: engine overhead and serialised plaintext columns. */
const ROW_BYTES = 2048;
/** Memory factor of sealed columns: raw, and again as base64url in responses. */
const SEALED_TIMES = 7 / 3;

/** Marks a row being prefetched, to discard the result if the row was written meanwhile. */
interface ComingRow {
  readonly documentId: DocumentId;
  /** False once the row may have been written meanwhile. */
  isCurrent: boolean;
}

/** Callers who may read a row. */
export interface AllowedReaders {
  readonly isFor: (scope: DocumentScope) => boolean;
  /** Every row that `isFor` may accept belongs to one of these groups. */
  readonly groupIds: () => readonly SecurityGroupId[];
}

export interface RowCache {
  /**
   * Finds a row. Undefined where `readers` may not see it, without reading it, so that such a caller waits as long
   * as for an unknown id.
   */
  readonly find: (documentId: DocumentId, readers?: AllowedReaders) => DocumentRow | undefined;
  /** The existing ones among the ids, by id. */
  readonly findMany: (documentIds: readonly DocumentId[]) => Map<DocumentId, DocumentRow>;
  /** Caches a written row, and its head if new, once committed; call inside the transaction that wrote both. */
  readonly cacheWritten: (row: DocumentRow, head?: ChainedVersion) => void;
  /** The head version that the row names, by its number. */
  readonly findHead: (row: DocumentRow) => ChainedVersion | undefined;
  /**
   * Prefetches what `find` and `findHead` will need, with an exam's patient. In the event-loop turn in which it
   * resolves they do not block, unless a foreign write came between. Never rejects. Undefined where reads never block.
   */
  readonly prefetch: (documentId: DocumentId, readers: AllowedReaders) => Promise<void> | undefined;
  /** Empties the cache. Nothing in it is secret, but garbage collection takes a third less time without it. */
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
  /** Rows written by the open transaction. */
  const written = new Map<DocumentId, RowWithHead>();
  const coming = new Set<ComingRow>();
  const together = createRowWithHeadReader(db);
  const watch = db.watchDocumentRows((documentId, rowMac) => {
    const stored = written.get(documentId);
    forget(documentId);
    for (const each of coming) if (each.documentId === documentId) each.isCurrent = false;
    // Reported at the end of the transaction that wrote it, so it is unchanged.
    if (stored !== undefined && rowMac && equalBytes(stored.row.row_mac, rowMac))
      written.set(documentId, stored);
  });

  commits.onCommitted(() => {
    for (const stored of written.values()) keepRead(stored);
    written.clear();
  });
  // Some of several writes may be in the database; read all again.
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
   * The row as an optimistic open transaction wrote it. If something else changed the row since, the transaction fails
   * as a whole and runs again without this.
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

  /** Sends the read, then the check for foreign writes. */
  async function prefetchRow(documentId: DocumentId, { groupIds }: AllowedReaders): Promise<void> {
    const row: ComingRow = { documentId, isCurrent: true };
    coming.add(row);
    try {
      const [read] = await Promise.all([together?.readAsync(documentId, groupIds()), db.pollForeignWrites()]);
      if (read !== undefined && row.isCurrent) keepRead(read);
    } catch {
      // Errors are left to the caller that needs the row.
    } finally {
      coming.delete(row);
    }
  }

  /** Prefetches a row and its patient. A cached row that `readers` may not see is treated like a missing one. */
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
        // Always one lookup, also for unknown ids and rows of others, because the amount of work must not reveal which
        // ids exist.
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
