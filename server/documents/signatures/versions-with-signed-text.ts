/** Finds later versions whose report text equals the signed one: only follow-ups and similar notes were added. */
import type { DocumentId, VersionId } from '#contract/ids.ts';
import { signedContent } from '#records/reports/signed-content.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { openChained } from '#server/documents/reads/get-document.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import { recordSha256 } from './record-hash.ts';

export type SameVersions = (signed: { readonly version_id: VersionId; readonly seq: number }) => VersionId[];

/** Opens each version once, however many signatures ask. @throws CryptoError where one does not open. */
export function sameVersions(core: DocumentsCore, actor: Actor, row: DocumentRow): SameVersions {
  const { document_id } = row;
  const known = new Map<VersionId, string | undefined>();
  const contentHash = (id: VersionId): string | undefined => {
    if (!known.has(id)) known.set(id, hashOf(core, actor, row, document_id, id));
    return known.get(id);
  };
  return ({ version_id, seq }) => {
    const signed = contentHash(version_id);
    if (signed === undefined || seq >= row.seq) return [];
    return [...core.versions.after(document_id, seq)]
      .map((version) => version.version_id)
      .filter((id) => contentHash(id) === signed);
  };
}

function hashOf(
  core: DocumentsCore,
  actor: Actor,
  row: DocumentRow,
  document_id: DocumentId,
  version_id: VersionId,
): string | undefined {
  const chained = core.versions.findById(document_id, version_id);
  if (chained === undefined) return undefined;
  return recordSha256(signedContent(openChained(core, actor, 'exams', row, chained).record));
}
