/**
 * Drafts, sealed under the document's DEK and bound to their revision and base version. Author and instant
 * stand inside the seal as well as in the row; a row that says otherwise does not open.
 */
import type { Resource } from '#contract/documents/document-index.ts';
import type { RecordOf } from '#contract/documents/records.ts';
import { fromUtf8, utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { Dek } from '#crypto/keys/keys.ts';
import { draftContext } from '#crypto/sealing/context.ts';
import { openPacked, sealPacked } from '#crypto/sealing/envelope.ts';
import type { DraftHeader, DraftRow } from '#server/db/documents/draft-store.ts';
import { RECORD_PAD_BYTES } from './version-seal.ts';

interface DraftContent<R extends Resource> {
  readonly record: RecordOf[R];
  readonly author: string;
  readonly updated_at: string;
}

export interface DraftScope {
  readonly workspace_id: string;
  readonly security_group_id: string;
}

function contextOf({ workspace_id, security_group_id }: DraftScope, draft: DraftHeader) {
  return draftContext({
    workspace_id,
    security_group_id,
    document_id: draft.document_id,
    base_version_id: draft.base_version_id,
    draft_rev: String(draft.draft_rev),
  });
}

export function sealDraft<R extends Resource>(
  dek: Dek,
  scope: DraftScope,
  header: DraftHeader,
  record: RecordOf[R],
): DraftRow {
  const content: DraftContent<R> = { record, author: header.author, updated_at: header.updated_at };
  const sealed = sealPacked(dek, utf8(JSON.stringify(content)), contextOf(scope, header), RECORD_PAD_BYTES);
  return { ...header, sealed };
}

/** @throws CryptoError unless the draft, its revision, base, author and instant are the sealed ones. */
export function openDraft<R extends Resource>(dek: Dek, scope: DraftScope, draft: DraftRow): RecordOf[R] {
  const content: DraftContent<R> = JSON.parse(
    fromUtf8(openPacked(dek, draft.sealed, contextOf(scope, draft))),
  );
  if (content.author !== draft.author || content.updated_at !== draft.updated_at) throw new CryptoError();
  return content.record;
}
