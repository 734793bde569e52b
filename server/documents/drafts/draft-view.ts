import type { Resource } from '#contract/documents/document-index.ts';
import type { DiscardedDraft, Draft, DraftState } from '#contract/documents/views.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { documentDek } from '#server/documents/sealing/document-dek.ts';
import { openDraft } from '#server/documents/sealing/draft-seal.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import type { DraftHeader, DraftRow } from '#server/storage/documents/draft-store.ts';

export function toDraftState(core: Pick<DocumentsCore, 'displayNameOf'>, draft: DraftHeader): DraftState {
  const { author } = draft;
  return {
    draft_rev: String(draft.draft_rev),
    base_version_id: draft.base_version_id,
    author: { principal_id: author, display_name: core.displayNameOf(author) },
    updated_at: draft.updated_at,
  };
}

export function toDiscardedDraft(
  core: Pick<DocumentsCore, 'displayNameOf'>,
  draft: DraftHeader & { readonly discarded_at: string },
): DiscardedDraft {
  return { ...toDraftState(core, draft), discarded_at: draft.discarded_at };
}

/** Opens a draft as the API returns it. @throws CryptoError when plaintext columns differ from the sealed values. */
export function toOpenDraft<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  resource: R,
  row: DocumentRow,
  draft: DraftRow,
): Draft<R> {
  const { security_group_id } = row;
  const scope = { workspace_id: core.workspaceId(), security_group_id, resource };
  const record = openDraft(documentDek(core.workspaceId(), actor.keyRing, row), scope, draft);
  return { ...toDraftState(core, draft), record };
}

export function noDraft(): VaultError {
  return new VaultError('not_found', 'This draft does not exist. Read the document to see its drafts.');
}
