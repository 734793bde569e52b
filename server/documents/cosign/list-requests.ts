/** Lists the co-signature requests of an exam, and those addressed to the caller. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CosignRequest, PendingCosignRequest } from '#contract/documents/cosign-requests.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { requireDocument } from '#server/documents/reads/find-document.ts';
import { verifyRow } from '#server/documents/sealing/document-row-mac.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import { openRequests, toRequest } from './open-requests.ts';

/** Newest first. @throws CryptoError when one is missing, added or changed. */
export function listCosignRequests(
  core: DocumentsCore,
  actor: Actor,
  exam_id: DocumentId,
): { items: CosignRequest[] } {
  const row = requireDocument(core, actor, { resource: 'exams', document_id: exam_id }, 'viewer');
  const { states } = openRequests(core, actor, row);
  return { items: states.map((state) => toRequest(core, state)).reverse() };
}

/**
 * Lists open requests to the caller in all groups whose keys it has, without the trash. A damaged exam is reported and
 * does not stop the list. Other requests run between two groups.
 */
export async function listPendingCosignRequests(
  core: DocumentsCore,
  actor: Actor,
): Promise<{ items: PendingCosignRequest[] }> {
  const items: PendingCosignRequest[] = [];
  for (const group of actor.groupIds()) {
    if (!actor.keyRing.hasGroupKey(group)) continue;
    for (const row of core.documents.listCosignOpen(group)) items.push(...awaitedOf(core, actor, row));
    await nextTurn();
    if (actor.signal.aborted)
      throw new VaultError('session_locked', 'The session was locked. Unlock it and try again.');
  }
  return { items: items.sort((a, b) => (a.request.asked_at < b.request.asked_at ? 1 : -1)) };
}

function awaitedOf(core: DocumentsCore, actor: Actor, row: DocumentRow): PendingCosignRequest[] {
  const { document_id: exam_id, security_group_id } = row;
  try {
    verifyRow(actor.keyRing, row);
    if (row.is_deleted === 1) return [];
    return openRequests(core, actor, row)
      .states.filter(({ asked, isOpen }) => isOpen && asked.principal_id === actor.principal_id)
      .map((state) => ({ exam_id, security_group_id, request: toRequest(core, state) }));
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    core.findings.report('document_damaged', exam_id);
    return [];
  }
}
