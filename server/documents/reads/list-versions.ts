import type { Resource } from '#contract/documents/document-index.ts';
import type { DocumentVersion } from '#contract/documents/views.ts';
import type { DocumentId } from '#contract/ids.ts';
import { PAGE_LIMIT_DEFAULT } from '#contract/limits.ts';
import type { Page, PageQuery } from '#contract/paged-list.ts';
import { encodeHex } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { openCursor, sealCursor } from '#server/identity/requests/list-cursor.ts';
import type { ListedVersion } from '#server/storage/documents/version-store.ts';
import { requireDocument } from './find-document.ts';

/**
 * Lists the versions of a document, newest first.
 * @throws CryptoError when one in between is missing, or the newest is not the head.
 */
export function listVersions(
  core: DocumentsCore,
  actor: Actor,
  resource: Resource,
  documentId: DocumentId,
  query: PageQuery,
): Page<DocumentVersion> {
  const row = requireDocument(core, actor, { resource, document_id: documentId }, 'viewer');
  const scope = `versions ${documentId}`;
  const before = query.cursor === undefined ? row.seq + 1 : openCursor<number>(actor, scope, query.cursor);
  const versions = core.versions.listBefore(documentId, before, query.limit ?? PAGE_LIMIT_DEFAULT);
  for (const [offset, version] of versions.entries()) {
    const isInPlace = version.seq === before - 1 - offset;
    const isHead = version.seq !== row.seq || version.version_id === row.head_version_id;
    if (!isInPlace || !isHead) throw new CryptoError();
  }
  const last = versions.at(-1);
  if (last === undefined && before > 1) throw new CryptoError();
  const hasMore = last !== undefined && last.seq > 1;
  return {
    items: versions.map((version) => toVersion(core, version)),
    next_cursor: hasMore ? sealCursor(actor, scope, last.seq) : null,
  };
}

function toVersion(core: DocumentsCore, version: ListedVersion): DocumentVersion {
  const { created_by } = version;
  return {
    version_id: version.version_id,
    seq: version.seq,
    created_at: version.created_at,
    created_by: { principal_id: created_by, display_name: core.displayNameOf(created_by) },
    ciphertext_bytes: version.ciphertext_bytes,
    sha256: encodeHex(version.sha256),
  };
}
