/**
 * Purging: nothing of the document stays on the disk. Its rows go with `secure_delete` on, the write-ahead log
 * is truncated, the sealed search image is written anew, and idempotency marks go in the same transaction.
 * Source: choices, "Documents" (`DELETE ?purge=true`); sealing design, fact 3.
 */
import type { DocumentIndex } from '#contract/documents/document-index.ts';
import { VaultError } from '#contract/vault-error.ts';
import type { Actor } from '#server/access/actor.ts';
import type { DocumentRow } from '#server/db/documents/document-row.ts';
import type { DocumentsCore } from '../documents-core.ts';
import { toIndex } from '../reads/document-index.ts';
import { type DocumentName, requireDocument } from '../reads/find-document.ts';
import { requireTrashed } from './set-flags.ts';

/**
 * @returns the index as it was.
 * @throws permission_denied unless an owner; document_not_deleted outside the trash;
 * has_dependents for a patient with exams.
 */
export async function purgeDocument(
  core: DocumentsCore,
  actor: Actor,
  name: DocumentName,
): Promise<DocumentIndex> {
  const row = requirePurgeable(core, actor, name);
  const { document_id } = name;
  const { security_group_id } = row;
  core.pending.add(document_id);
  try {
    const purged = await core.commits.write(() => {
      core.pending.delete(document_id);
      const current = requirePurgeable(core, actor, name);
      core.pending.add(document_id);
      for (const listener of core.purgeListeners) listener({ actor, security_group_id, ...name });
      core.idempotency.deleteMarksOf(document_id);
      core.documents.delete(document_id);
      return current;
    });
    actor.keyRing.forgetDek(document_id);
    await core.search.forget(security_group_id, document_id);
    core.commits.checkpoint();
    return toIndex(core, purged);
  } finally {
    core.pending.delete(document_id);
  }
}

function requirePurgeable(core: DocumentsCore, actor: Actor, name: DocumentName): DocumentRow {
  const row = requireDocument(core, actor, name, 'owner');
  requireTrashed(core, row);
  if (name.resource === 'patients' && core.documents.hasExams(name.document_id)) {
    throw new VaultError('has_dependents', 'The patient still has exams; purge or re-link them first.');
  }
  return row;
}
