/** Archive, trash and back: the flags of a document. Source: choices, "Documents" (`DELETE`, `archive`, `restore`). */
import type { DocumentIndex } from '#contract/documents/document-index.ts';
import { VaultError } from '#contract/vault-error.ts';
import type { Actor } from '#server/access/actor.ts';
import type { WriteOptions } from '#server/access/write-options.ts';
import type { DocumentRow } from '#server/db/documents/document-row.ts';
import type { DocumentsCore } from '../documents-core.ts';
import { toIndex } from '../reads/document-index.ts';
import { type DocumentName, requireNotPending, requireWritable } from '../reads/find-document.ts';
import { changedRow, commitChange, stamp } from './change-row.ts';

type Flags = Pick<DocumentRow, 'is_archived' | 'is_deleted'>;

interface FlagChange {
  /** Judges the row. */
  readonly judge: (core: DocumentsCore, row: DocumentRow) => void;
  readonly flags: Partial<Flags>;
}

const ARCHIVE: FlagChange = { judge: requireWritable, flags: { is_archived: 1 } };
const UNARCHIVE: FlagChange = { judge: requireWritable, flags: { is_archived: 0 } };
const TRASH: FlagChange = { judge: requireNotPending, flags: { is_deleted: 1 } };
const RESTORE: FlagChange = { judge: requireTrashed, flags: { is_deleted: 0 } };

/** @throws document_not_deleted when the document is not in the trash; version_pending while it is purged. */
export function requireTrashed(core: DocumentsCore, row: DocumentRow): void {
  requireNotPending(core, row);
  if (row.is_deleted === 1) return;
  throw new VaultError('document_not_deleted', 'The document is not in the trash.');
}

/** Repeatable: a document that already is as wanted is answered as it is. */
async function setFlags(
  core: DocumentsCore,
  actor: Actor,
  name: DocumentName,
  { judge, flags }: FlagChange,
  options?: WriteOptions,
): Promise<DocumentIndex> {
  const row = await commitChange(
    core,
    actor,
    {
      name,
      role: 'editor',
      prepare: (current) => {
        judge(core, current);
        const wanted: Flags = { is_archived: current.is_archived, is_deleted: current.is_deleted, ...flags };
        const isDone = wanted.is_archived === current.is_archived && wanted.is_deleted === current.is_deleted;
        return isDone ? null : { next: changedRow(actor, current, { ...flags, ...stamp(core, actor) }) };
      },
    },
    options,
  );
  return toIndex(core, row);
}

type SetFlags = (
  core: DocumentsCore,
  actor: Actor,
  name: DocumentName,
  options?: WriteOptions,
) => Promise<DocumentIndex>;

export const archiveDocument: SetFlags = (core, actor, name, options) =>
  setFlags(core, actor, name, ARCHIVE, options);
export const unarchiveDocument: SetFlags = (core, actor, name, options) =>
  setFlags(core, actor, name, UNARCHIVE, options);
export const trashDocument: SetFlags = (core, actor, name, options) =>
  setFlags(core, actor, name, TRASH, options);
export const restoreDocument: SetFlags = (core, actor, name, options) =>
  setFlags(core, actor, name, RESTORE, options);
