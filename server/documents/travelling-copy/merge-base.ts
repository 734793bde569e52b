/**
 * Merge base of a document: the row as the home vault last sent it. A travelling copy stores it and puts its own
 * versions on top.
 */
import type { DocumentId, PrincipalId, VersionId } from '#contract/ids.ts';
import { decodeRow, type EncodedRow, encodeRow } from '#server/identity/requests/row-as-json.ts';
import { DOCUMENT_ROW_BYTES, type UnnumberedRow } from '#server/storage/documents/document-row.ts';
import type { CopyStore } from '#server/storage/travelling-copy/copy-store.ts';

/** The draft that was current at the home vault. */
interface BaseDraft {
  readonly author: PrincipalId;
  readonly base_version_id: VersionId | null;
}

export interface MergeBase {
  readonly row: UnnumberedRow;
  readonly draft: BaseDraft | null;
}

/**
 * Finds the merge base of a document; undefined for one that was never pushed. Plaintext: callers verify its row
 * before trusting it.
 */
export function findMergeBase(
  store: Pick<CopyStore, 'findDocument'>,
  documentId: DocumentId,
): MergeBase | undefined {
  const stored = store.findDocument(documentId);
  if (stored === undefined) return undefined;
  const { row, draft } = JSON.parse(stored.base) as {
    row: EncodedRow<UnnumberedRow>;
    draft: BaseDraft | null;
  };
  return { row: decodeRow(row, DOCUMENT_ROW_BYTES), draft };
}

/** Stores the merge base. Call inside a transaction. */
export function storeMergeBase(store: Pick<CopyStore, 'updateDocument'>, { row, draft }: MergeBase): void {
  const { document_id, security_group_id, row_mac } = row;
  store.updateDocument({
    document_id,
    security_group_id,
    row_mac,
    base: JSON.stringify({ row: encodeRow(row), draft }),
  });
}
