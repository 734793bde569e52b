/** Opening one document: its head, a named version, or its draft. Source: API spec, "GET"; choices, "Documents". */
import type { Resource } from '#contract/documents/document-index.ts';
import type { GetQuery } from '#contract/documents/requests.ts';
import type { DocumentView } from '#contract/documents/views.ts';
import { VaultError } from '#contract/vault-error.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { Actor } from '#server/access/actor.ts';
import type { DocumentRow } from '#server/db/documents/document-row.ts';
import type { VersionRow } from '#server/db/documents/version-store.ts';
import type { DocumentsCore } from '../documents-core.ts';
import { summarise } from '../records/summary.ts';
import { documentDek } from '../sealing/document-dek.ts';
import { openDraft } from '../sealing/draft-seal.ts';
import { type IndexContent, openIndex } from '../sealing/index-seal.ts';
import { openVersion, type VersionContent } from '../sealing/version-seal.ts';
import { toView } from './document-view.ts';
import { requireDocument } from './find-document.ts';

/**
 * @throws not_found for an unknown document or a version of another one; group_key_unavailable without a key.
 * @throws CryptoError when anything of it was changed outside the vault.
 */
export function getDocument<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  resource: R,
  documentId: string,
  query: GetQuery = {},
): DocumentView<R> {
  if (query.version_id !== undefined && query.include_draft === true) {
    throw new VaultError('invalid_request', 'version_id and include_draft exclude each other.');
  }
  const row = requireDocument(core, actor, { resource, document_id: documentId }, 'viewer');
  if (query.version_id !== undefined && query.version_id !== row.head_version_id) {
    return viewOfVersion<R>(core, actor, row, query.version_id);
  }
  const head = core.versions.find(row.document_id, row.seq);
  if (head?.version_id !== row.head_version_id) throw new CryptoError();
  const draft = query.include_draft === true ? viewOfDraft<R>(core, actor, row, head) : undefined;
  return draft ?? viewOfHead(core, actor, resource, row, head);
}

/** Opens the head of an authenticated row. */
export function openHead<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  row: DocumentRow,
): VersionContent<R> {
  const head = core.versions.find(row.document_id, row.seq);
  if (head?.version_id !== row.head_version_id) throw new CryptoError();
  return openChained(core, actor, row, head);
}

function openChained<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  row: DocumentRow,
  version: VersionRow,
): VersionContent<R> {
  const dek = documentDek(core.workspaceId(), actor.keyRing, row);
  const { seq } = version;
  const previous = seq > 1 ? core.versions.findHeader(row.document_id, seq - 1) : undefined;
  const { security_group_id, resource } = row;
  const scope = { workspace_id: core.workspaceId(), security_group_id, resource };
  return openVersion(dek, scope, version, previous);
}

function viewOfHead<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  resource: R,
  row: DocumentRow,
  head: VersionRow,
): DocumentView<R> {
  const { record, tags } = openChained<R>(core, actor, row, head);
  // The head holds all its summary is made of: the sealed summary need not be opened for it.
  const summary = summarise(resource, record, tags);
  return toView(core, actor, row, { version_id: head.version_id, draft_rev: null, record, summary });
}

function viewOfVersion<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  row: DocumentRow,
  versionId: string,
): DocumentView<R> {
  const version = core.versions.findById(row.document_id, versionId);
  if (version === undefined) throw new VaultError('not_found', 'The document has no such version.');
  const { record } = openChained<R>(core, actor, row, version);
  const summary = currentSummary<R>(core, actor, row);
  return toView(core, actor, row, { version_id: versionId, draft_rev: null, record, summary });
}

/** Undefined when there is no draft, or an outlived one: older than the head and begun from another version. */
function viewOfDraft<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  row: DocumentRow,
  head: VersionRow,
): DocumentView<R> | undefined {
  if (row.draft_rev === null) return undefined;
  const draft = core.drafts.find(row.document_id, row.draft_rev);
  if (draft === undefined) throw new CryptoError();
  const { security_group_id } = row;
  const scope = { workspace_id: core.workspaceId(), security_group_id };
  // Opened before it is judged: only then are its base and instant known to be the sealed ones.
  const record = openDraft<R>(documentDek(core.workspaceId(), actor.keyRing, row), scope, draft);
  const isCurrent = draft.base_version_id === row.head_version_id || draft.updated_at > head.created_at;
  if (!isCurrent) return undefined;
  const summary = currentSummary<R>(core, actor, row);
  const draft_rev = String(draft.draft_rev);
  return toView(core, actor, row, { version_id: draft.base_version_id, draft_rev, record, summary });
}

function currentSummary<R extends Resource>(core: DocumentsCore, actor: Actor, row: DocumentRow) {
  const dek = documentDek(core.workspaceId(), actor.keyRing, row);
  const { summary }: IndexContent<R> = openIndex(dek, core.workspaceId(), row);
  return summary;
}
