/**
 * Purges documents: nothing of them stays on the disk. Rows are deleted with `secure_delete`, the write-ahead log is
 * truncated, the sealed index snapshot is written again, and idempotency records go in the same transaction. The id
 * stays as a tombstone while other servers or copies may still have the document. An owner may purge a row that does
 * not verify, by its id and from anywhere, because its trash flag proves nothing. Source: choices, "Documents" (`DELETE
 * ?purge=true`), second part, "Lists"; sealing design, fact 3.
 */
import type { DocumentIndex, Resource } from '#contract/documents/document-index.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { toDamagedIndex, toIndex } from '#server/documents/reads/document-view.ts';
import {
  type DocumentName,
  findDamaged,
  requireDocument,
  requireNotPending,
} from '#server/documents/reads/find-document.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import { nowInstant } from '#server/system/clock.ts';
import { requireTrashed } from './archive-and-trash.ts';
import { publishPurged } from './publish-change.ts';

/**
 * Purges one document.
 * @returns the index before the purge.
 * @throws permission_denied unless an owner; document_not_deleted outside the trash, unless it is damaged;
 * has_dependents for a patient with exams.
 */
export async function purgeDocument(
  core: DocumentsCore,
  actor: Actor,
  resource: Resource,
  document_id: DocumentId,
): Promise<DocumentIndex> {
  const name = { resource, document_id };
  const { row, isDamaged } = requirePurgeable(core, actor, name);
  const { security_group_id } = row;
  core.pending.add(document_id);
  try {
    const purged = await core.commits.write(() => {
      core.pending.delete(document_id);
      const { row: current } = requirePurgeable(core, actor, name);
      core.pending.add(document_id);
      deletePurgedRows(core, actor, current);
      return current;
    });
    await removePurgedTraces(core, actor, security_group_id, [document_id]);
    return isDamaged ? toDamagedIndex(core, purged) : toIndex(core, purged);
  } finally {
    core.pending.delete(document_id);
  }
}

/** Deletes all rows of one document, inside the transaction of a purge. */
export function deletePurgedRows(core: DocumentsCore, actor: Actor, row: DocumentRow): void {
  const { document_id, security_group_id, resource } = row;
  for (const listener of core.purgeListeners) listener({ actor, security_group_id, resource, document_id });
  core.idempotency.deleteMarksOf(document_id);
  core.documents.delete(document_id);
  core.purges.add(document_id, security_group_id, nowInstant(core.clock));
  publishPurged(core, actor, row);
}

/** Removes traces of purged documents outside their rows. Resolves when they are off the disk. */
export async function removePurgedTraces(
  core: DocumentsCore,
  actor: Actor,
  securityGroupId: SecurityGroupId,
  documentIds: readonly DocumentId[],
): Promise<void> {
  for (const id of documentIds) actor.keyRing.forgetDek(id);
  await core.search.forget(securityGroupId, ...documentIds);
  core.commits.checkpoint();
  for (const id of documentIds) core.findings.resolve('document_damaged', id);
}

interface Purgeable {
  readonly row: DocumentRow;
  readonly isDamaged: boolean;
}

function requirePurgeable(core: DocumentsCore, actor: Actor, name: DocumentName): Purgeable {
  const damaged = findDamaged(core, actor, name, 'owner');
  if (damaged === undefined) return { row: requireWholePurgeable(core, actor, name), isDamaged: false };
  requireNotPending(core, damaged);
  return { row: damaged, isDamaged: true };
}

function requireWholePurgeable(core: DocumentsCore, actor: Actor, name: DocumentName): DocumentRow {
  const row = requireErasable(core, actor, name);
  requireTrashed(core, row);
  if (name.resource === 'patients' && core.documents.hasExams(name.document_id)) {
    throw new VaultError(
      'has_dependents',
      'The patient still has exams. Purge them, or link them to another patient first.',
    );
  }
  return row;
}

/**
 * Checks every purge of a document that verifies, alone or with its patient; add further reasons to keep a record here.
 * @throws not_found, permission_denied unless an owner, version_pending, CryptoError
 */
export function requireErasable(core: DocumentsCore, actor: Actor, name: DocumentName): DocumentRow {
  const row = requireDocument(core, actor, name, 'owner');
  requireNotPending(core, row);
  return row;
}
