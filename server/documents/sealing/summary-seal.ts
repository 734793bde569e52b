/**
 * Seals `encrypted_index`, the short summary for lists and search, under the document's DEK and bound to the head
 * version. So an old summary does not open beside a new head. Includes the import source's id, because its HMAC must be
 * computed again at a key rotation.
 */

import type { Resource } from '#contract/documents/document-index.ts';
import type { WorkspaceId } from '#contract/ids.ts';
import { wipe } from '#crypto/bytes.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { Dek } from '#crypto/keys/key-types.ts';
import { indexContext } from '#crypto/sealing/context.ts';
import { openJson, sealJson } from '#crypto/sealing/sealed-json.ts';
import { completeSummary } from '#records/complete-record.ts';
import type { StoredSummaryOf } from '#records/sealed-summary.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import { unwrapDocumentDek } from './document-dek.ts';
import { verifyRowUncached } from './document-row-mac.ts';

const INDEX_PAD_BYTES = 256;
/** Schema 1: the content alone. Schema 2: the schema number before it. */
const SCHEMA = 2;

/** The sealed content of `encrypted_index`. */
export interface IndexContent<R extends Resource> {
  readonly summary: StoredSummaryOf[R];
  readonly source_id: string | null;
}

/** Content that an older schema may have sealed, with fields of the summary missing. */
interface SealedIndex<R extends Resource> extends Omit<IndexContent<R>, 'summary'> {
  readonly summary: Partial<StoredSummaryOf[R]>;
}

type IndexColumns = Pick<DocumentRow, 'document_id' | 'security_group_id' | 'head_version_id'>;

function contextOf(workspaceId: WorkspaceId, row: IndexColumns) {
  return indexContext({
    workspace_id: workspaceId,
    security_group_id: row.security_group_id,
    document_id: row.document_id,
    head_version_id: row.head_version_id,
  });
}

export function sealIndex<R extends Resource>(
  dek: Dek,
  workspaceId: WorkspaceId,
  row: IndexColumns,
  content: IndexContent<R>,
): Uint8Array {
  return sealJson(dek, { schema: SCHEMA, content }, contextOf(workspaceId, row), INDEX_PAD_BYTES);
}

/**
 * Opens a summary. It has every present field, null where an older schema lacks it.
 * @throws CryptoError unless it is the summary of this document's head version.
 */
export function openIndex<R extends Resource>(
  resource: R,
  dek: Dek,
  workspaceId: WorkspaceId,
  row: IndexColumns & Pick<DocumentRow, 'encrypted_index'>,
): IndexContent<R> {
  const context = contextOf(workspaceId, row);
  const { content } = openJson<SealedIndex<R>>(dek, row.encrypted_index, context, SCHEMA);
  return { summary: completeSummary(resource, content.summary), source_id: content.source_id };
}

/**
 * Opens summaries for the search index: row MAC first, then the envelope, without the DEK cache.
 * @throws CryptoError when row or envelope fail verification.
 */
export function createSummaryOpener(workspaceId: () => WorkspaceId) {
  return (keyRing: KeyRing, row: DocumentRow): StoredSummaryOf[Resource] => {
    verifyRowUncached(keyRing, row);
    const dek = unwrapDocumentDek(workspaceId(), keyRing, row);
    try {
      return openIndex(row.resource, dek, workspaceId(), row).summary;
    } finally {
      wipe(dek);
    }
  };
}
