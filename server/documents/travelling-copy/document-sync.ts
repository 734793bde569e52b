/** Document operations that only a travelling copy has: storing pulled rows, listing pending ones, applying purges. */
import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { publishPurged } from '#server/documents/writes/publish-change.ts';
import { rewrapDocument } from '#server/documents/writes/rewrap-documents.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { CopyStore } from '#server/storage/travelling-copy/copy-store.ts';
import {
  createPulledDocumentWriter,
  decodePulledDocument,
  type PulledDocument,
} from './apply-pulled-document.ts';
import { findMergeBase } from './merge-base.ts';
import { createPendingChanges } from './pending-changes.ts';

const PAGE = 200;

export type DocumentSync = ReturnType<typeof createDocumentSync>;

export function createDocumentSync(core: DocumentsCore, store: CopyStore) {
  const taking = createPulledDocumentWriter(core, store);
  const waiting = createPendingChanges(core, store);

  /** Deletes a document's rows; call inside a transaction. */
  function drop(actor: Actor, documentId: DocumentId): void {
    const row = core.documents.find(documentId);
    store.deleteDocument(documentId);
    store.deleteNote(documentId);
    if (row === undefined) return;
    const { resource, document_id, security_group_id } = row;
    for (const listener of core.purgeListeners) listener({ actor, resource, document_id, security_group_id });
    core.idempotency.deleteMarksOf(documentId);
    core.documents.delete(documentId);
    publishPurged(core, actor, row);
  }

  async function forget(keyRing: KeyRing, securityGroupId: SecurityGroupId, documentId: DocumentId) {
    keyRing.forgetDek(documentId);
    await core.search.forget(securityGroupId, documentId);
  }

  return {
    unpack: decodePulledDocument,
    /** Stores a pulled document. @throws CryptoError where any part does not verify; nothing is stored then */
    take: (actor: Actor, pulled: PulledDocument) => core.commits.write(() => taking.take(actor, pulled)),
    listWaiting: waiting.list,
    listWaitingIds: waiting.listIds,
    compose: waiting.compose,

    /** The patient of an exam; null for none. From a plaintext column, for display only. */
    patientOf: (examId: DocumentId | null): DocumentId | null =>
      (examId === null ? undefined : core.documents.find(examId))?.patient_id ?? null,

    /** Returns the group of an exam. */
    findExam: (examId: DocumentId): { readonly security_group_id: SecurityGroupId } | undefined => {
      const row = core.documents.find(examId);
      return row?.resource === 'exams' ? row : undefined;
    },

    /** Number of the newest local version that the home vault also has; 0 for none. */
    newestKnown: (documentId: DocumentId): number =>
      core.documents.find(documentId) === undefined ? 0 : (findMergeBase(store, documentId)?.row.seq ?? 0),

    /** Wraps a document that was never pushed under the group's newest key. */
    rewrapNew: (actor: Actor, documentId: DocumentId) =>
      core.commits.write(() => {
        const row = core.documents.find(documentId);
        if (row === undefined || findMergeBase(store, documentId) !== undefined) return;
        const { generation } = actor.keyRing.currentGroupKey(row.security_group_id);
        if (row.group_key_generation !== generation) rewrapDocument(core, row, generation, actor.keyRing);
      }),

    /** Applies a purge of the home vault. A document with unpushed local text is kept and reported. */
    async takePurge(actor: Actor, documentId: DocumentId): Promise<void> {
      const row = core.documents.find(documentId);
      if (row === undefined || findMergeBase(store, documentId) === undefined) return;
      const isWaiting = await core.commits.write(() => {
        const waits = waiting.isWaiting(documentId);
        if (waits) store.updateNote({ document_id: documentId, state: 'refused', code: 'not_found' });
        else drop(actor, documentId);
        return waits;
      });
      if (isWaiting) return;
      await forget(actor.keyRing, row.security_group_id, documentId);
      core.commits.checkpoint();
    },

    /** Deletes all documents of the group, pushed or not. */
    async dropGroup(actor: Actor, securityGroupId: SecurityGroupId): Promise<void> {
      for (;;) {
        const rows = core.documents.listAfter(securityGroupId, '', PAGE);
        if (rows.length === 0) break;
        await core.commits.write(() => {
          for (const { document_id } of rows) drop(actor, document_id);
        });
        for (const { document_id } of rows) await forget(actor.keyRing, securityGroupId, document_id);
      }
      core.commits.checkpoint();
    },
  };
}
