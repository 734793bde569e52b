/**
 * Reads, saves and discards the current draft of a document: at most one, sealed like a version but outside the version
 * chain. Revision numbers grow over the document's whole life, so none names two drafts.
 * Source: choices, "Documents" (Draft).
 */
import type { Resource } from '#contract/documents/document-index.ts';
import type { DraftBody } from '#contract/documents/requests.ts';
import { type DiscardedDraft, type Draft, type DraftState, NO_DRAFT_REV } from '#contract/documents/views.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId, VersionId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { normaliseRecord } from '#records/normalise-record.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { requireDocument, requireWritable } from '#server/documents/reads/find-document.ts';
import { documentDek } from '#server/documents/sealing/document-dek.ts';
import { sealDraft } from '#server/documents/sealing/draft-seal.ts';
import { isSampleRow, withMarkOf } from '#server/documents/sealing/sample-mark.ts';
import { changedRow, commitChange } from '#server/documents/writes/change-document-row.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import type { DraftHeader, DraftRow } from '#server/storage/documents/draft-store.ts';
import { nowInstant } from '#server/system/clock.ts';
import { noDraft, toDiscardedDraft, toDraftState, toOpenDraft } from './draft-view.ts';

/** Opens the current draft. @throws not_found when the document has no draft. */
export function getDraft<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  resource: R,
  documentId: DocumentId,
): Draft<R> {
  const row = requireDocument(core, actor, { resource, document_id: documentId }, 'viewer');
  const draft = currentDraft(core, row);
  if (draft === undefined) throw noDraft();
  return toOpenDraft(core, actor, resource, row, draft);
}

/**
 * Replaces the draft. Another author's draft is not lost: it moves to the discarded drafts, from which it can be
 * recovered.
 * @throws draft_conflict when `expected_draft_rev` is not the current draft's; document_deleted from the trash;
 * not_found when the base is no version of this document.
 */
export async function putDraft<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  resource: R,
  documentId: DocumentId,
  body: DraftBody<R>,
): Promise<DraftState> {
  const { time_precision } = core.settings();
  const given = await normaliseRecord(resource, body.record, {
    precision: time_precision,
    completeReport: core.reports.of(actor.principal_id),
    isDraft: true,
  });
  return commitChange(core, actor, {
    name: { resource, document_id: documentId },
    role: 'editor',
    validate: (row) => {
      requireWritable(core, row);
      requireExpectedDraft(row, body.expected_draft_rev);
      requireBase(core, row, body.base_version_id);
    },
    prepare: (row) => {
      const header: DraftHeader = {
        document_id: documentId,
        draft_rev: row.last_draft_rev + 1,
        base_version_id: body.base_version_id,
        author: actor.principal_id,
        updated_at: nowInstant(core.clock),
        discarded_at: null,
      };
      const record = withMarkOf<R>(given, isSampleRow(core, actor, row));
      const { security_group_id } = row;
      const scope = { workspace_id: core.workspaceId(), security_group_id, resource };
      const draft = sealDraft(documentDek(core.workspaceId(), actor.keyRing, row), scope, header, record);
      const { draft_rev } = header;
      return {
        next: changedRow(actor, row, { draft_rev, last_draft_rev: draft_rev }),
        persist: () => {
          endPrevious(core, row, header);
          core.drafts.insert(draft);
        },
        result: () => toDraftState(core, header),
      };
    },
  });
}

/** Moves the draft to the discarded ones. @throws not_found without a draft; document_deleted from the trash. */
export function deleteDraft(
  core: DocumentsCore,
  actor: Actor,
  resource: Resource,
  documentId: DocumentId,
): Promise<DiscardedDraft> {
  return commitChange(core, actor, {
    name: { resource, document_id: documentId },
    role: 'editor',
    prepare: (row) => {
      requireWritable(core, row);
      const draft = currentDraft(core, row);
      if (draft === undefined) throw noDraft();
      const discarded_at = nowInstant(core.clock);
      return {
        next: changedRow(actor, row, { draft_rev: null }),
        persist: () => core.drafts.discard(row.document_id, draft.draft_rev, discarded_at),
        result: () => toDiscardedDraft(core, { ...draft, discarded_at }),
      };
    },
  });
}

/** Reads the draft that the row names. @throws CryptoError when the row names a missing draft. */
function currentDraft(core: DocumentsCore, row: DocumentRow): DraftRow | undefined {
  if (row.draft_rev === null) return undefined;
  const draft = core.drafts.find(row.document_id, row.draft_rev);
  if (draft === undefined) throw new CryptoError();
  return draft;
}

function endPrevious(core: DocumentsCore, row: DocumentRow, next: DraftHeader): void {
  if (row.draft_rev === null || core.drafts.deleteOf(row.document_id, row.draft_rev, next.author)) return;
  const previous = currentDraft(core, row);
  if (previous) core.drafts.discard(row.document_id, previous.draft_rev, next.updated_at);
}

function requireExpectedDraft(row: DocumentRow, expected: string | null | undefined): void {
  if (expected === null || expected === undefined) return;
  if (expected === (row.draft_rev === null ? NO_DRAFT_REV : String(row.draft_rev))) return;
  throw new VaultError(
    'draft_conflict',
    'The draft was changed or ended since you read it. Read it again, then save.',
    {
      headers: { 'x-latest-draft-rev': String(row.draft_rev ?? row.last_draft_rev) },
    },
  );
}

function requireBase(core: DocumentsCore, row: DocumentRow, baseVersionId: VersionId | null): void {
  if (baseVersionId === null || baseVersionId === row.head_version_id) return;
  if (core.versions.findById(row.document_id, baseVersionId) !== undefined) return;
  throw new VaultError(
    'not_found',
    'base_version_id is not a version of this document. Send one of its versions.',
  );
}
