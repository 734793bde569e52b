/**
 * Documents' rows and head versions as the database holds them, read once for as long as they stand there, or kept as
 * they were written once that is durable: clear columns and ciphertext, nothing opened. Whoever takes a row from here
 * verifies and opens it as any other.
 */

import type { DocumentId } from '#contract/ids.ts';
import type { CommitQueue } from '#server/db/commit-queue.ts';
import type { DocumentRow } from '#server/db/documents/document-row.ts';
import type { DocumentScope, DocumentStore } from '#server/db/documents/document-store.ts';
import type { ChainedVersion, VersionStore } from '#server/db/documents/version-store.ts';
import type { SqlEngine } from '#server/db/engine/sql-engine.ts';

const MAX_BYTES = 32 * 1024 * 1024;
/** A row without its sealed columns, and what the engine needs around it. */
const ROW_BYTES = 1024;

interface StoredRow {
  readonly row: DocumentRow;
  head: ChainedVersion | undefined;
  bytes: number;
}

export interface StoredRows {
  /**
   * Undefined where not `isFor` it, without the row being read: whoever may not know of it waits as long as for one
   * that is not there.
   */
  readonly find: (
    documentId: DocumentId,
    isFor?: (scope: DocumentScope) => boolean,
  ) => DocumentRow | undefined;
  /** Those that there are, by id. */
  readonly findMany: (documentIds: readonly DocumentId[]) => Map<DocumentId, DocumentRow>;
  /** Keeps a row from its commit on; inside the transaction that wrote it. */
  readonly wrote: (row: DocumentRow) => void;
  /** The version the row names as its head, by its number. */
  readonly findHead: (row: DocumentRow) => ChainedVersion | undefined;
}

export function createStoredRows(
  db: SqlEngine,
  documents: Pick<DocumentStore, 'find' | 'findMany' | 'scopeUpTo'>,
  versions: Pick<VersionStore, 'find'>,
  commits: Pick<CommitQueue, 'onCommitted' | 'onUndone'>,
  maxBytes: number = MAX_BYTES,
): StoredRows {
  /** Least recently used first. */
  const known = new Map<DocumentId, StoredRow>();
  /** By the open transaction. */
  const written = new Map<DocumentId, DocumentRow>();
  let bytes = 0;
  const watch = db.watchDocumentRows(forget);

  commits.onCommitted(() => {
    for (const row of written.values()) keepRow(row);
    written.clear();
  });
  // Of several writes some may stand; they are read again.
  commits.onUndone(() => written.clear());

  function forget(documentId: DocumentId): void {
    written.delete(documentId);
    bytes -= known.get(documentId)?.bytes ?? 0;
    known.delete(documentId);
  }

  function keep(stored: StoredRow): void {
    forget(stored.row.document_id);
    known.set(stored.row.document_id, stored);
    bytes += stored.bytes;
    for (const oldest of known.keys()) {
      if (bytes <= maxBytes) return;
      forget(oldest);
    }
  }

  function keepRow(row: DocumentRow): void {
    keep({ row, head: undefined, bytes: ROW_BYTES + row.encrypted_index.length + row.dek.length });
  }

  function findKept(
    documentId: DocumentId,
    isFor: (scope: DocumentScope) => boolean = () => true,
  ): DocumentRow | undefined {
    const stored = known.get(documentId);
    if (stored === undefined || !isFor(stored.row)) return undefined;
    keep(stored);
    return stored.row;
  }

  function forgetIfWrittenOutside(): void {
    if (watch.isAlone()) return;
    known.clear();
    bytes = 0;
  }

  return {
    find(documentId, isFor) {
      const isCommitted = watch.isCommitted();
      if (isCommitted) forgetIfWrittenOutside();
      const kept = isCommitted ? findKept(documentId, isFor) : undefined;
      if (kept !== undefined) return kept;
      if (isFor !== undefined) {
        const scope = documents.scopeUpTo(documentId);
        // Asked of the one before, too: see there.
        const isTheirs = scope !== undefined && isFor(scope);
        if (!isTheirs || scope.document_id !== documentId) return undefined;
      }
      const row = documents.find(documentId);
      if (row !== undefined && isCommitted) keepRow(row);
      return row;
    },

    findMany(documentIds) {
      if (!watch.isCommitted()) return documents.findMany(documentIds);
      forgetIfWrittenOutside();
      const rows = new Map<DocumentId, DocumentRow>();
      const others: DocumentId[] = [];
      for (const documentId of documentIds) {
        const kept = findKept(documentId);
        if (kept !== undefined) rows.set(documentId, kept);
        else others.push(documentId);
      }
      if (others.length === 0) return rows;
      for (const [documentId, row] of documents.findMany(others)) {
        keepRow(row);
        rows.set(documentId, row);
      }
      return rows;
    },

    wrote(row) {
      written.set(row.document_id, row);
    },

    findHead(row) {
      const stored = known.get(row.document_id);
      if (stored?.row !== row || !watch.isCommitted()) return versions.find(row.document_id, row.seq);
      if (stored.head !== undefined) return stored.head;
      const head = versions.find(row.document_id, row.seq);
      if (head === undefined) return undefined;
      // Counted anew with its version.
      forget(row.document_id);
      keep({ row, head, bytes: stored.bytes + head.version.sealed.length });
      return head;
    },
  };
}
