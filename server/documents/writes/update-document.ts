/** Saves a document as a complete new version under the same DEK. Source: API spec, "PUT"; choices, "Documents". */

import type { Resource } from '#contract/documents/document-index.ts';
import type { UpdateBody } from '#contract/documents/requests.ts';
import type { DocumentView } from '#contract/documents/views.ts';
import type { DocumentId, VersionId } from '#contract/ids.ts';
import { normaliseRecord } from '#records/normalise-record.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { serializeView } from '#server/documents/reads/document-view.ts';
import { requireExpectedVersion, requireWritable } from '#server/documents/reads/find-document.ts';
import { headColumns, type SealedContent, sealContent } from '#server/documents/sealing/content-seal.ts';
import { documentDek } from '#server/documents/sealing/document-dek.ts';
import { isSampleRow, withMarkOf } from '#server/documents/sealing/sample-mark.ts';
import { openIndex } from '#server/documents/sealing/summary-seal.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import { nowInstant } from '#server/system/clock.ts';
import type { PreserializedJson } from '#server/system/preserialized-json.ts';
import { changedRow, commitChange, type PreparedChange, updatedColumns } from './change-document-row.ts';

/**
 * Saves a new version.
 * @throws version_conflict when `expected_latest_version_id` is not the head; document_deleted from the trash;
 * version_pending while the document is being purged; invalid_request when the record is invalid.
 */
export async function updateDocument<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  resource: R,
  documentId: DocumentId,
  body: UpdateBody<R>,
): Promise<PreserializedJson<DocumentView<R>>> {
  const { time_precision } = core.settings();
  const given = await normaliseRecord(resource, body.record, {
    precision: time_precision,
    completeReport: core.reports.of(actor.principal_id),
    isDraft: false,
  });
  return commitChange(core, actor, {
    name: { resource, document_id: documentId },
    role: 'editor',
    validate: (row) => {
      requireWritable(core, row);
      requireExpectedVersion(row, body.expected_latest_version_id);
    },
    prepare: (current) => {
      const dek = documentDek(core.workspaceId(), actor.keyRing, current);
      const record = withMarkOf<R>(given, isSampleRow(core, actor, current));
      const kept = keptContent(core, actor, current, body);
      const identity = {
        document_id: documentId,
        seq: current.seq + 1,
        version_id: core.newId<VersionId>(),
        created_at: nowInstant(core.clock),
        created_by: actor.principal_id,
      };
      const previous = { version_id: current.head_version_id, sha256: current.head_sha256 };
      const { security_group_id } = current;
      const target = { resource, security_group_id, identity, previous, source_id: kept.source_id };
      const sealed = sealContent(core, dek, target, { record, tags: kept.tags });
      const { summary, opened: version } = sealed;
      const { version_id } = identity;
      return {
        ...preparedSave(core, actor, current, sealed, body),
        head: { version: sealed.version, previous },
        result: (row) =>
          serializeView(core, actor, row, { version_id, draft_rev: null, record, summary, version }),
      };
    },
  });
}

function preparedSave<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  row: DocumentRow,
  sealed: SealedContent<R>,
  body: UpdateBody<R>,
): Pick<PreparedChange<unknown>, 'next' | 'persist'> {
  const { specialist_ids } = body;
  const draftRev = draftEndedBySave(core, actor, row);
  const next = changedRow(actor, row, {
    ...headColumns(sealed),
    ...updatedColumns(core, actor),
    ...(specialist_ids ? { specialist_ids: JSON.stringify([...new Set(specialist_ids)]) } : {}),
    ...(draftRev === null ? {} : { draft_rev: null }),
  });
  return {
    next,
    persist: () => {
      core.versions.insert(sealed.version);
      // Cached now, because the document's next change may run in this same transaction.
      core.search.cacheSummary(
        actor.keyRing,
        row.security_group_id,
        sealed.version.version_id,
        sealed.summary,
      );
      if (draftRev !== null) core.drafts.delete(row.document_id, draftRev);
    },
  };
}

/** Revision of the draft that this save ends: based on the replaced version, by the same principal. */
export function draftEndedBySave(core: DocumentsCore, actor: Actor, row: DocumentRow): number | null {
  if (row.draft_rev === null) return null;
  const draft = core.drafts.find(row.document_id, row.draft_rev);
  const isEnded = draft?.base_version_id === row.head_version_id && draft.author === actor.principal_id;
  return isEnded ? row.draft_rev : null;
}

/** Summary fields that a save carries over; opened only when the search index does not have them. */
function keptContent(
  core: DocumentsCore,
  actor: Actor,
  row: DocumentRow,
  { tags }: Pick<UpdateBody<Resource>, 'tags'>,
): { readonly tags: readonly string[]; readonly source_id: string | null } {
  if (row.source_tag === null) {
    const kept =
      tags ?? core.search.cachedSummary(row.security_group_id, row.document_id, row.head_version_id)?.tags;
    if (kept) return { tags: kept, source_id: null };
  }
  const dek = documentDek(core.workspaceId(), actor.keyRing, row);
  const { summary, source_id } = openIndex(row.resource, dek, core.workspaceId(), row);
  return { tags: tags ?? summary.tags, source_id };
}
