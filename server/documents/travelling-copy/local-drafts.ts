/**
 * Local texts of a travelling copy that are no versions of the home vault: its own drafts, and versions that lost a
 * conflict. Opens them and seals them again as drafts, under revision numbers the home vault has not used.
 */
import type { Resource } from '#contract/documents/document-index.ts';
import type { RecordOf } from '#contract/documents/records.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { documentDek } from '#server/documents/sealing/document-dek.ts';
import { openDraft, sealDraft } from '#server/documents/sealing/draft-seal.ts';
import { openVersion } from '#server/documents/sealing/version-seal.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import type { DraftHeader } from '#server/storage/documents/draft-store.ts';
import type { VersionRow } from '#server/storage/documents/version-store.ts';
import { nowInstant } from '#server/system/clock.ts';

export interface LocalDraft extends Omit<DraftHeader, 'document_id' | 'draft_rev'> {
  readonly record: RecordOf[Resource];
}

/** Drafts numbered above `after`, oldest first. @throws CryptoError */
export function readLocalDrafts(
  core: DocumentsCore,
  actor: Actor,
  row: DocumentRow,
  after: number,
): LocalDraft[] {
  if (row.last_draft_rev <= after) return [];
  const { scope, dek } = openingOf(core, actor, row);
  return core.drafts
    .listAll(row.document_id)
    .filter(({ draft_rev }) => draft_rev > after)
    .map((draft) => {
      const { author, updated_at, base_version_id, discarded_at } = draft;
      return { record: openDraft(dek, scope, draft), author, updated_at, base_version_id, discarded_at };
    });
}

/** Versions numbered above `after`, oldest first, as drafts based on version `after`. @throws CryptoError */
export function draftsFromVersions(
  core: DocumentsCore,
  actor: Actor,
  row: DocumentRow,
  versions: readonly VersionRow[],
  after: number,
): LocalDraft[] {
  const { scope, dek } = openingOf(core, actor, row);
  const base_version_id = versions.find(({ seq }) => seq === after)?.version_id ?? null;
  return versions.flatMap((version, at): LocalDraft[] => {
    if (version.seq <= after) return [];
    const { record } = openVersion(dek, scope, version, versions[at - 1]);
    const { created_by: author, created_at: updated_at } = version;
    return [{ record, author, updated_at, base_version_id, discarded_at: null }];
  });
}

/**
 * Seals the texts as drafts. The last one that was not discarded becomes the current draft; the home vault's moves to
 * the discarded ones. `isEnded`: that draft was ended here.
 * @returns the changed row columns; undefined for none
 */
export function storeLocalDrafts(
  core: DocumentsCore,
  actor: Actor,
  row: DocumentRow,
  texts: readonly LocalDraft[],
  { isEnded }: { readonly isEnded: boolean },
): Partial<Pick<DocumentRow, 'draft_rev' | 'last_draft_rev'>> | undefined {
  if (texts.length === 0 && !isEnded) return undefined;
  const { scope, dek } = openingOf(core, actor, row);
  const { document_id } = row;
  const current = texts.findLastIndex(({ discarded_at }) => discarded_at === null);
  let { draft_rev, last_draft_rev } = row;
  if ((current !== -1 || isEnded) && draft_rev !== null) {
    core.drafts.discard(document_id, draft_rev, nowInstant(core.clock));
    draft_rev = null;
  }
  for (const [at, { record, ...text }] of texts.entries()) {
    last_draft_rev += 1;
    const discarded_at = at === current ? null : (text.discarded_at ?? text.updated_at);
    core.drafts.insert(
      sealDraft(dek, scope, { ...text, document_id, draft_rev: last_draft_rev, discarded_at }, record),
    );
    if (at === current) draft_rev = last_draft_rev;
  }
  return { draft_rev, last_draft_rev };
}

function openingOf(core: DocumentsCore, { keyRing }: Actor, row: DocumentRow) {
  const { security_group_id, resource } = row;
  return {
    scope: { workspace_id: core.workspaceId(), security_group_id, resource },
    dek: documentDek(core.workspaceId(), keyRing, row),
  };
}
