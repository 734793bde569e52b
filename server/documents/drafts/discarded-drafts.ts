/**
 * Lists and opens discarded or superseded drafts, and deletes them after their retention (`draft_retention_days`).
 * Source: choices, "Documents" (Draft).
 */

import type { Resource } from '#contract/documents/document-index.ts';
import type { DiscardedDraft, OpenDiscardedDraft } from '#contract/documents/views.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId } from '#contract/ids.ts';
import { PAGE_LIMIT_DEFAULT } from '#contract/limits.ts';
import type { Page, PageQuery } from '#contract/paged-list.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { requireDocument } from '#server/documents/reads/find-document.ts';
import { documentDek } from '#server/documents/sealing/document-dek.ts';
import { verifyRowUncached } from '#server/documents/sealing/document-row-mac.ts';
import { openDraft } from '#server/documents/sealing/draft-seal.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { openCursor, sealCursor } from '#server/identity/requests/list-cursor.ts';
import type { DraftHeader, DraftRow } from '#server/storage/documents/draft-store.ts';
import { noDraft, toDiscardedDraft, toOpenDraft } from './draft-view.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Lists discarded drafts, newest first. */
export function listDrafts(
  core: DocumentsCore,
  actor: Actor,
  resource: Resource,
  documentId: DocumentId,
  query: PageQuery,
): Page<DiscardedDraft> {
  const row = requireDocument(core, actor, { resource, document_id: documentId }, 'viewer');
  const scope = `drafts ${documentId}`;
  const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
  const before =
    query.cursor === undefined ? row.last_draft_rev + 1 : openCursor<number>(actor, scope, query.cursor);
  const drafts = core.drafts.listDiscardedBefore(documentId, before, limit + 1);
  const page = drafts.slice(0, limit).filter(isDiscarded);
  const last = page.at(-1);
  const hasMore = last !== undefined && drafts.length > limit;
  return {
    items: page.map((draft) => toDiscardedDraft(core, draft)),
    next_cursor: hasMore ? sealCursor(actor, scope, last.draft_rev) : null,
  };
}

/** Opens a discarded draft. @throws not_found unless the revision names a discarded draft that has not expired. */
export function getDiscardedDraft<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  resource: R,
  documentId: DocumentId,
  draftRev: string,
): OpenDiscardedDraft<R> {
  const row = requireDocument(core, actor, { resource, document_id: documentId }, 'viewer');
  const rev = Number(draftRev);
  const draft = Number.isSafeInteger(rev) ? core.drafts.find(documentId, rev) : undefined;
  if (draft === undefined || !isDiscarded(draft) || rev === row.draft_rev) throw noDraft();
  return { ...toOpenDraft(core, actor, resource, row, draft), discarded_at: draft.discarded_at };
}

/**
 * Deletes discarded drafts past the retention. The discard time is a plaintext column, so the key decides: a draft is
 * deleted only if the authenticated row does not name it as current and its sealed time is past the retention.
 * @returns how many.
 */
export async function sweepDrafts(core: DocumentsCore, keyRing: KeyRing): Promise<number> {
  const before = new Date(core.clock.nowMs() - core.settings().draft_retention_days * DAY_MS).toISOString();
  return core.commits.write(() => {
    const outlived = core.drafts
      .listAllDiscardedBefore(before)
      .filter((draft) => isOutlived(core, keyRing, draft, before));
    for (const { document_id, draft_rev } of outlived) core.drafts.delete(document_id, draft_rev);
    return outlived.length;
  });
}

function isOutlived(core: DocumentsCore, keyRing: KeyRing, draft: DraftRow, before: string): boolean {
  const row = core.documents.find(draft.document_id);
  if (row === undefined || !keyRing.hasGroupKey(row.security_group_id)) return false;
  try {
    verifyRowUncached(keyRing, row);
    if (row.draft_rev === draft.draft_rev) return false;
    const { resource, security_group_id } = row;
    const scope = { workspace_id: core.workspaceId(), security_group_id, resource };
    // Opened to read the sealed time of writing.
    openDraft(documentDek(core.workspaceId(), keyRing, row), scope, draft);
    return draft.updated_at < before;
  } catch (error) {
    if (error instanceof CryptoError || error instanceof VaultError) return false;
    throw error;
  }
}

function isDiscarded<Header extends DraftHeader>(
  draft: Header,
): draft is Header & { readonly discarded_at: string } {
  return draft.discarded_at !== null;
}
