/**
 * `encrypted_index`: the short summary that lists and search work on, sealed under the document's DEK and
 * bound to the head version, so that an old summary cannot stand beside a new head.
 * Also carries the import source's own id, because its HMAC has to be made anew at a rotation.
 */
import type { Resource } from '#contract/documents/document-index.ts';
import { fromUtf8, utf8, wipe } from '#crypto/bytes.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { Dek } from '#crypto/keys/keys.ts';
import { indexContext } from '#crypto/sealing/context.ts';
import { openPacked, sealPacked } from '#crypto/sealing/envelope.ts';
import type { StoredSummaryOf } from '#server/access/document-search.ts';
import type { DocumentRow } from '#server/db/documents/document-row.ts';
import { unwrapDocumentDek } from './document-dek.ts';
import { verifyRow } from './row-seal.ts';

const INDEX_PAD_BYTES = 256;

/** What is sealed in `encrypted_index`. */
export interface IndexContent<R extends Resource> {
  readonly summary: StoredSummaryOf[R];
  readonly source_id: string | null;
}

type IndexColumns = Pick<DocumentRow, 'document_id' | 'security_group_id' | 'head_version_id'>;

function contextOf(workspaceId: string, row: IndexColumns) {
  return indexContext({
    workspace_id: workspaceId,
    security_group_id: row.security_group_id,
    document_id: row.document_id,
    head_version_id: row.head_version_id,
  });
}

export function sealIndex<R extends Resource>(
  dek: Dek,
  workspaceId: string,
  row: IndexColumns,
  content: IndexContent<R>,
): Uint8Array {
  return sealPacked(dek, utf8(JSON.stringify(content)), contextOf(workspaceId, row), INDEX_PAD_BYTES);
}

/** @throws CryptoError unless it is the summary of this document's head version. */
export function openIndex<R extends Resource>(
  dek: Dek,
  workspaceId: string,
  row: IndexColumns & Pick<DocumentRow, 'encrypted_index'>,
): IndexContent<R> {
  return JSON.parse(fromUtf8(openPacked(dek, row.encrypted_index, contextOf(workspaceId, row))));
}

/**
 * Opens summaries for the search index: row MAC first, then the envelope, past the DEK cache.
 * @throws CryptoError when row or envelope are not the sealed ones.
 */
export function createSummaryOpener(workspaceId: () => string) {
  return (keyRing: KeyRing, row: DocumentRow): StoredSummaryOf[Resource] => {
    verifyRow(keyRing, row);
    const dek = unwrapDocumentDek(workspaceId(), keyRing, row);
    try {
      return openIndex(dek, workspaceId(), row).summary;
    } finally {
      wipe(dek);
    }
  };
}
