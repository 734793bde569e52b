/** Drafts that were discarded or superseded, kept for `draft_retention_days`. Source: choices, "Documents" (Draft). */
import type { Resource } from '#contract/documents/document-index.ts';
import type { DiscardedDraft, Draft } from '#contract/documents/views.ts';
import { PAGE_LIMIT_DEFAULT } from '#contract/limits.ts';
import type { Page, PageQuery } from '#contract/page.ts';
import type { Actor } from '#server/access/actor.ts';
import type { DraftHeader } from '#server/db/documents/draft-store.ts';
import type { DocumentsCore } from '../documents-core.ts';
import { requireDocument } from '../reads/find-document.ts';
import { openCursor, sealCursor } from '../reads/sealed-cursor.ts';
import { noDraft, toDiscardedDraft, toOpenDraft } from './draft-view.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Discarded drafts, newest first. */
export function listDrafts(
  core: DocumentsCore,
  actor: Actor,
  resource: Resource,
  documentId: string,
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

/** @throws not_found unless the revision names a discarded draft that is still kept. */
export function getDiscardedDraft<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  resource: R,
  documentId: string,
  draftRev: string,
): Draft<R> & DiscardedDraft {
  const row = requireDocument(core, actor, { resource, document_id: documentId }, 'viewer');
  const rev = Number(draftRev);
  const draft = Number.isSafeInteger(rev) ? core.drafts.find(documentId, rev) : undefined;
  if (draft === undefined || !isDiscarded(draft) || rev === row.draft_rev) throw noDraft();
  return { ...toOpenDraft<R>(core, actor, row, draft), discarded_at: draft.discarded_at };
}

/** Drops what was discarded longer ago than the retention. @returns how many. */
export async function sweepDrafts(core: DocumentsCore): Promise<number> {
  const oldest = core.clock.nowMs() - core.settings().draft_retention_days * DAY_MS;
  return core.commits.write(() => core.drafts.deleteDiscardedBefore(new Date(oldest).toISOString()));
}

function isDiscarded<Header extends DraftHeader>(
  draft: Header,
): draft is Header & { readonly discarded_at: string } {
  return draft.discarded_at !== null;
}
