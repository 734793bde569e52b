/** Opens one document: its head, a named version, or its draft. Source: API spec, "GET"; choices, "Documents". */

import type { DocumentIndex, Resource } from '#contract/documents/document-index.ts';
import type { GetQuery } from '#contract/documents/requests.ts';
import type { DocumentView } from '#contract/documents/views.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId, VersionId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { StoredSummaryOf } from '#records/sealed-summary.ts';
import { summarise } from '#records/summaries.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { documentDek } from '#server/documents/sealing/document-dek.ts';
import { openDraft } from '#server/documents/sealing/draft-seal.ts';
import { openIndex } from '#server/documents/sealing/summary-seal.ts';
import {
  type OpenedVersion,
  openVersionWith,
  prepareOpenVersion,
} from '#server/documents/sealing/version-seal.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import type { ChainedVersion } from '#server/storage/documents/version-store.ts';
import type { PreserializedJson } from '#server/system/preserialized-json.ts';
import { type OpenedFromStore, serializeView, toIndex, toView } from './document-view.ts';
import { requireDocument } from './find-document.ts';

/**
 * Opens a document or one of its versions.
 * @throws not_found for an unknown document or a version of another one; group_key_unavailable without a key.
 * @throws CryptoError when anything of it was changed outside the vault.
 */
export function getDocument<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  resource: R,
  documentId: DocumentId,
  query: GetQuery = {},
): DocumentView<R> {
  const { row, opened } = openAsked(core, actor, resource, documentId, query);
  return toView(core, actor, row, opened);
}

/** Reads a document like `getDocument`, and returns it as JSON text. */
export function getDocumentJson<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  resource: R,
  documentId: DocumentId,
  query: GetQuery,
): PreserializedJson<DocumentView<R>> {
  const { row, opened } = openAsked(core, actor, resource, documentId, query);
  return serializeView(core, actor, row, opened);
}

/**
 * Returns the index alone, e.g. to repeat the response of an idempotent request. @throws what `requireDocument` throws.
 */
export function getDocumentIndex(
  core: DocumentsCore,
  actor: Actor,
  resource: Resource,
  documentId: DocumentId,
): DocumentIndex {
  return toIndex(core, requireDocument(core, actor, { resource, document_id: documentId }, 'viewer'));
}

/** Opens the head of an authenticated row. */
export function openHead<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  resource: R,
  row: DocumentRow,
): OpenedVersion<R> {
  return openChained(core, actor, resource, row, findHead(core, row));
}

/** Reads the head version. @throws CryptoError when the head named by an authenticated row is missing. */
export function findHead(core: DocumentsCore, row: DocumentRow): ChainedVersion {
  const head = core.rows.findHead(row);
  if (head?.version.version_id !== row.head_version_id) throw new CryptoError();
  return head;
}

/** Opens one version of an authenticated row. */
export function openChained<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  resource: R,
  row: DocumentRow,
  chained: ChainedVersion,
): OpenedVersion<R> {
  const workspace_id = core.workspaceId();
  const dek = documentDek(workspace_id, actor.keyRing, row);
  const { document_id, security_group_id } = row;
  const from = [chained, workspace_id, security_group_id, resource];
  const opening = actor.keyRing.opening(document_id, dek, from, () =>
    prepareOpenVersion(dek, { workspace_id, security_group_id, resource }, chained),
  );
  return openVersionWith(opening, resource);
}

function openAsked<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  resource: R,
  document_id: DocumentId,
  { version_id, include_draft }: GetQuery,
): { readonly row: DocumentRow; readonly opened: OpenedFromStore<R> } {
  if (version_id !== undefined && include_draft === true) {
    throw new VaultError(
      'invalid_request',
      'version_id and include_draft exclude each other. Send only one.',
    );
  }
  const row = requireDocument(core, actor, { resource, document_id }, 'viewer');
  if (version_id !== undefined && version_id !== row.head_version_id) {
    return { row, opened: openNamedVersion(core, actor, resource, row, version_id) };
  }
  const head = findHead(core, row);
  const draft = include_draft === true ? openCurrentDraft(core, actor, resource, row, head) : undefined;
  return { row, opened: draft ?? openCurrentHead(core, actor, resource, row, head) };
}

function openCurrentHead<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  resource: R,
  row: DocumentRow,
  head: ChainedVersion,
): OpenedFromStore<R> {
  const version = openChained(core, actor, resource, row, head);
  const { record, tags } = version;
  // The summary is computed from the head, so the sealed summary need not be opened.
  const summary = summarise(resource, record, tags);
  return { version_id: row.head_version_id, draft_rev: null, record, summary, version };
}

function openNamedVersion<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  resource: R,
  row: DocumentRow,
  version_id: VersionId,
): OpenedFromStore<R> {
  const chained = core.versions.findById(row.document_id, version_id);
  if (chained === undefined)
    throw new VaultError('not_found', 'This version does not exist. List the versions of the document.');
  const version = openChained(core, actor, resource, row, chained);
  const summary = currentSummary(core, actor, resource, row);
  return { version_id, draft_rev: null, record: version.record, summary, version };
}

/**
 * Opens the current draft. Undefined when there is none, or a stale one: older than the head and based on another
 * version.
 */
export function openCurrentDraft<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  resource: R,
  row: DocumentRow,
  head: ChainedVersion,
): OpenedFromStore<R> | undefined {
  if (row.draft_rev === null) return undefined;
  const draft = core.drafts.find(row.document_id, row.draft_rev);
  if (draft === undefined) throw new CryptoError();
  const { security_group_id } = row;
  const scope = { workspace_id: core.workspaceId(), security_group_id, resource };
  // Opened first, because its base and time are authenticated only by opening.
  const record = openDraft(documentDek(core.workspaceId(), actor.keyRing, row), scope, draft);
  const isCurrent =
    draft.base_version_id === row.head_version_id || draft.updated_at > head.version.created_at;
  if (!isCurrent) return undefined;
  const summary = currentSummary(core, actor, resource, row);
  const draft_rev = String(draft.draft_rev);
  return { version_id: draft.base_version_id, draft_rev, record, summary, version: undefined };
}

function currentSummary<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  resource: R,
  row: DocumentRow,
): StoredSummaryOf[R] {
  const dek = documentDek(core.workspaceId(), actor.keyRing, row);
  return openIndex(resource, dek, core.workspaceId(), row).summary;
}
