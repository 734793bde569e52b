/**
 * Seals drafts under the document's DEK, bound to their revision and base version. Author and time are inside the seal
 * as well as in the row; a row that differs does not open.
 */

import type { Resource } from '#contract/documents/document-index.ts';
import type { RecordOf } from '#contract/documents/records.ts';
import type { PrincipalId, SecurityGroupId, WorkspaceId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { Dek } from '#crypto/keys/key-types.ts';
import { draftContext } from '#crypto/sealing/context.ts';
import { openJson, sealJson } from '#crypto/sealing/sealed-json.ts';
import { completeRecord } from '#records/complete-record.ts';
import type { DraftHeader, DraftRow } from '#server/storage/documents/draft-store.ts';
import { RECORD_PAD_BYTES } from './version-seal.ts';

/** Schema 1: the content alone. Schema 2: the schema number before it. */
const SCHEMA = 2;

interface DraftContent<R extends Resource> {
  /** Complete when sealed now; an older schema may have fewer fields. */
  readonly record: Partial<RecordOf[R]>;
  readonly author: PrincipalId;
  readonly updated_at: string;
}

export interface DraftScope<R extends Resource = Resource> {
  readonly workspace_id: WorkspaceId;
  readonly security_group_id: SecurityGroupId;
  readonly resource: R;
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
  scope: DraftScope<R>,
  header: DraftHeader,
  record: RecordOf[R],
): DraftRow {
  const content: DraftContent<R> = { record, author: header.author, updated_at: header.updated_at };
  const sealed = sealJson(dek, { schema: SCHEMA, content }, contextOf(scope, header), RECORD_PAD_BYTES);
  return { ...header, sealed };
}

/**
 * Opens a draft. The record has every present field, null where an older schema lacks it.
 * @throws CryptoError unless draft, revision, base, author and time are the sealed ones.
 */
export function openDraft<R extends Resource>(dek: Dek, scope: DraftScope<R>, draft: DraftRow): RecordOf[R] {
  const { content } = openJson<DraftContent<R>>(dek, draft.sealed, contextOf(scope, draft), SCHEMA);
  if (content.author !== draft.author || content.updated_at !== draft.updated_at) throw new CryptoError();
  return completeRecord(scope.resource, content.record);
}
