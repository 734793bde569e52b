/** A document as the vault last had it, remembered in a travelling copy: what is written here stands on top of it. */
import type { DocumentId, PrincipalId, VersionId } from '#contract/ids.ts';
import { type Packed, packRow, unpackRow } from '#server/identity/requests/row-codec.ts';
import { DOCUMENT_ROW_BYTES, type UnnumberedRow } from '#server/storage/documents/document-row.ts';
import type { CopyStore } from '#server/storage/travelling-copy/copy-store.ts';

/** Of the draft that was current at the vault. */
interface BaseDraft {
  readonly author: PrincipalId;
  readonly base_version_id: VersionId | null;
}

export interface Base {
  readonly row: UnnumberedRow;
  readonly draft: BaseDraft | null;
}

/** Undefined for what the vault has never seen. Clear: whoever relies on it verifies its row. */
export function findBase(store: Pick<CopyStore, 'findDocument'>, documentId: DocumentId): Base | undefined {
  const stored = store.findDocument(documentId);
  if (stored === undefined) return undefined;
  const { row, draft } = JSON.parse(stored.base) as { row: Packed<UnnumberedRow>; draft: BaseDraft | null };
  return { row: unpackRow(row, DOCUMENT_ROW_BYTES), draft };
}

/** Inside a transaction. */
export function storeBase(store: Pick<CopyStore, 'updateDocument'>, { row, draft }: Base): void {
  const { document_id, security_group_id, row_mac } = row;
  store.updateDocument({
    document_id,
    security_group_id,
    row_mac,
    base: JSON.stringify({ row: packRow(row), draft }),
  });
}
