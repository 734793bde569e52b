/**
 * Sets and clears a document's flags: archived, in the trash. Source: choices, "Documents" (`DELETE`, `archive`,
 * `restore`).
 */
import type { DocumentIndex, Resource } from '#contract/documents/document-index.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId } from '#contract/ids.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { toIndex } from '#server/documents/reads/document-view.ts';
import { requireNotPending, requireWritable } from '#server/documents/reads/find-document.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { WriteOptions } from '#server/identity/requests/write-options.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import { changedRow, commitChange, updatedColumns } from './change-document-row.ts';

type Flags = Pick<DocumentRow, 'is_archived' | 'is_deleted'>;

interface FlagChange {
  /** Throws when the row may not be changed. */
  readonly judge: (core: DocumentsCore, row: DocumentRow) => void;
  readonly flags: Partial<Flags>;
}

/**
 * Requires a document in the trash.
 * @throws document_not_deleted when the document is not in the trash; version_pending while it is purged.
 */
export function requireTrashed(core: DocumentsCore, row: DocumentRow): void {
  requireNotPending(core, row);
  if (row.is_deleted === 1) return;
  throw new VaultError('document_not_deleted', 'The document is not in the trash.');
}

type SetFlags = (
  core: DocumentsCore,
  actor: Actor,
  resource: Resource,
  documentId: DocumentId,
  options?: WriteOptions,
) => Promise<DocumentIndex>;

/** Idempotent: a document already as wanted is returned unchanged. */
function setFlags({ judge, flags }: FlagChange): SetFlags {
  return (core, actor, resource, document_id, options) => {
    const prepare = (current: DocumentRow) => {
      judge(core, current);
      const wanted: Flags = { is_archived: current.is_archived, is_deleted: current.is_deleted, ...flags };
      const isDone = wanted.is_archived === current.is_archived && wanted.is_deleted === current.is_deleted;
      const next = isDone ? null : changedRow(actor, current, { ...flags, ...updatedColumns(core, actor) });
      return { next, result: (row: DocumentRow) => toIndex(core, row) };
    };
    return commitChange(core, actor, { name: { resource, document_id }, role: 'editor', prepare }, options);
  };
}

export const archiveDocument = setFlags({ judge: requireWritable, flags: { is_archived: 1 } });
export const unarchiveDocument = setFlags({ judge: requireWritable, flags: { is_archived: 0 } });
export const trashDocument = setFlags({ judge: requireNotPending, flags: { is_deleted: 1 } });
export const restoreDocument = setFlags({ judge: requireTrashed, flags: { is_deleted: 0 } });
