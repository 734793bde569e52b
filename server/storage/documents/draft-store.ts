/** SQL over drafts. The store sees sealed bytes only; plaintext columns are authenticated inside the envelope. */
import type { DocumentId, PrincipalId, VersionId } from '#contract/ids.ts';
import { updatesSingleRow } from '#server/storage/engine/run-single-row.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export interface DraftHeader {
  readonly document_id: DocumentId;
  readonly draft_rev: number;
  readonly base_version_id: VersionId | null;
  /** The draft's author. */
  readonly author: PrincipalId;
  readonly updated_at: string;
  /** Time of discarding; null for the current draft. */
  readonly discarded_at: string | null;
}

export interface DraftRow extends DraftHeader {
  /** Packed envelope of the draft. */
  readonly sealed: Uint8Array;
}

/** SQL over `document_drafts`: at most one current draft per document, and discarded ones. */
export type DraftStore = ReturnType<typeof createDraftStore>;

export function createDraftStore(db: Statements) {
  const select = db.prepare<[string, number], DraftRow>(
    'SELECT * FROM document_drafts WHERE document_id = ? AND draft_rev = ?',
  );
  const selectAll = db.prepare<[string], DraftRow>(
    'SELECT * FROM document_drafts WHERE document_id = ? ORDER BY draft_rev',
  );
  const selectDiscarded = db.prepare<[string, number, number], DraftHeader>(
    `SELECT document_id, draft_rev, base_version_id, author, updated_at, discarded_at FROM document_drafts
     WHERE document_id = ? AND draft_rev < ? AND discarded_at IS NOT NULL ORDER BY draft_rev DESC LIMIT ?`,
  );
  const insert = db.prepare<[DraftRow]>(
    `INSERT INTO document_drafts (document_id, draft_rev, base_version_id, author, updated_at, discarded_at, sealed)
     VALUES (@document_id, @draft_rev, @base_version_id, @author, @updated_at, @discarded_at, @sealed)`,
  );
  const discard = db.prepare<[string, string, number]>(
    'UPDATE document_drafts SET discarded_at = ? WHERE document_id = ? AND draft_rev = ?',
  );
  const remove = db.prepare<[string, number]>(
    'DELETE FROM document_drafts WHERE document_id = ? AND draft_rev = ?',
  );
  const removeOf = db.prepare<[string, number, string]>(
    'DELETE FROM document_drafts WHERE document_id = ? AND draft_rev = ? AND author = ?',
  );
  const selectDiscardedBefore = db.prepare<[string], DraftRow>(
    'SELECT * FROM document_drafts WHERE discarded_at IS NOT NULL AND discarded_at < ?',
  );
  return {
    find: (documentId: DocumentId, draftRev: number) => select.get(documentId, draftRev),
    /** Lists current and discarded drafts. */
    listAll: (documentId: DocumentId) => selectAll.all(documentId),
    /** Discarded drafts numbered below `draftRev`, newest first. */
    listDiscardedBefore: (documentId: DocumentId, draftRev: number, limit: number) =>
      selectDiscarded.all(documentId, draftRev, limit),
    insert: (row: DraftRow) => void insert.run(row),
    discard: (documentId: DocumentId, draftRev: number, discardedAt: string) =>
      void discard.run(discardedAt, documentId, draftRev),
    delete: (documentId: DocumentId, draftRev: number) => void remove.run(documentId, draftRev),
    /** Deletes a draft of this author. @returns false where it has another author; nothing is changed then */
    deleteOf: (documentId: DocumentId, draftRev: number, author: PrincipalId): boolean =>
      updatesSingleRow(removeOf, documentId, draftRev, author),
    /** Lists discarded drafts of all documents. */
    listAllDiscardedBefore: (instant: string) => selectDiscardedBefore.all(instant),
  };
}
