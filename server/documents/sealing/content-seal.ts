/** Seals the content of a save: the new version and the summary bound to it. */
import type { Resource } from '#contract/documents/document-index.ts';
import type { Dek } from '#crypto/keys/key-types.ts';
import type { StoredSummaryOf } from '#records/sealed-summary.ts';
import { summarise } from '#records/summaries.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import type { VersionHeader, VersionLink, VersionRow } from '#server/storage/documents/version-store.ts';
import { sealIndex } from './summary-seal.ts';
import { type OpenedVersion, sealVersion, type VersionContent, type VersionScope } from './version-seal.ts';

export interface SealedContent<R extends Resource> {
  readonly version: VersionRow;
  /** The version as opening it would return it. */
  readonly opened: OpenedVersion<R>;
  readonly encrypted_index: Uint8Array;
  readonly summary: StoredSummaryOf[R];
}

export interface ContentTarget<R extends Resource> extends Omit<VersionScope, 'workspace_id'> {
  readonly resource: R;
  readonly identity: Omit<VersionHeader, 'sha256'>;
  readonly previous: VersionLink | undefined;
  readonly source_id: string | null;
}

export function sealContent<R extends Resource>(
  core: DocumentsCore,
  dek: Dek,
  target: ContentTarget<R>,
  content: VersionContent<R>,
): SealedContent<R> {
  const workspaceId = core.workspaceId();
  const { resource, security_group_id, identity } = target;
  const scope = { workspace_id: workspaceId, security_group_id, resource };
  const { version, opened } = sealVersion(dek, scope, identity, target.previous, content);
  const summary = summarise(resource, content.record, content.tags);
  const row = {
    document_id: identity.document_id,
    security_group_id,
    head_version_id: identity.version_id,
  };
  const encrypted_index = sealIndex(dek, workspaceId, row, { summary, source_id: target.source_id });
  return { version, opened, encrypted_index, summary };
}

/** The row columns that name a version as the head. */
export function headColumns({ version, encrypted_index }: SealedContent<Resource>) {
  return {
    encrypted_index,
    head_version_id: version.version_id,
    head_sha256: version.sha256,
    head_bytes: version.sealed.length,
    seq: version.seq,
  };
}
