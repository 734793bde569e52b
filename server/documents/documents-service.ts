/**
 * The documents of the vault: patients, exams and templates, alike but for their records. Puts the operations
 * together; the rules stand with each of them. Lives in the thread that runs the server.
 * Source: API spec, "Endpoints"; choices, "Documents".
 */
import type { Resource } from '#contract/documents/document-index.ts';
import type * as requests from '#contract/documents/requests.ts';
import type { PageQuery } from '#contract/page.ts';
import { VaultError } from '#contract/vault-error.ts';
import type { Actor } from '#server/access/actor.ts';
import type { RewrapParticipant } from '#server/access/rewrap.ts';
import type { WriteOptions } from '#server/access/write-options.ts';
import { createDocumentsCore, type DocumentsDeps, type PurgedDocument } from './documents-core.ts';
import { deleteDraft, getDraft, putDraft } from './drafts/current-draft.ts';
import { getDiscardedDraft, listDrafts, sweepDrafts } from './drafts/discarded-drafts.ts';
import { toIndex } from './reads/document-index.ts';
import { requireDocument } from './reads/find-document.ts';
import { getDocument } from './reads/get-document.ts';
import { listDocuments } from './reads/list-documents.ts';
import { listVersions } from './reads/list-versions.ts';
import { copyDocument } from './writes/copy-document.ts';
import { createDocument } from './writes/create-document.ts';
import { setExamPatient } from './writes/exam-patient.ts';
import { purgeDocument } from './writes/purge-document.ts';
import { rewrapDocuments } from './writes/rewrap-documents.ts';
import { archiveDocument, restoreDocument, trashDocument, unarchiveDocument } from './writes/set-flags.ts';
import { updateDocument } from './writes/update-document.ts';

export type DocumentsService = ReturnType<typeof createDocumentsService>;

export function createDocumentsService(deps: DocumentsDeps) {
  const core = createDocumentsCore(deps);

  /** What fails because the session locked meanwhile says so, whatever the missing keys made of it. */
  async function during<T>(actor: Actor, work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (actor.signal.aborted) throw new VaultError('session_locked', 'The session was locked.');
      throw error;
    }
  }

  const rewrap: RewrapParticipant = {
    rewrapBatch: (securityGroupId, generation, keyRing, limit) =>
      rewrapDocuments(core, securityGroupId, generation, keyRing, limit),
  };

  return {
    ...rewrap,

    create: <R extends Resource>(
      actor: Actor,
      resource: R,
      body: requests.CreateBody<R>,
      options?: WriteOptions,
    ) => during(actor, () => createDocument(core, actor, resource, body, options)),

    get: <R extends Resource>(actor: Actor, resource: R, id: string, query?: requests.GetQuery) =>
      during(actor, () => getDocument(core, actor, resource, id, query)),

    /** The index alone, e.g. to answer a repeated request again. */
    getIndex: (actor: Actor, resource: Resource, id: string) =>
      during(actor, () =>
        toIndex(core, requireDocument(core, actor, { resource, document_id: id }, 'viewer')),
      ),

    list: <R extends Resource>(actor: Actor, resource: R, query: requests.ListQuery) =>
      during(actor, () => listDocuments(core, actor, resource, query)),

    update: <R extends Resource>(actor: Actor, resource: R, id: string, body: requests.UpdateBody<R>) =>
      during(actor, () => updateDocument(core, actor, resource, id, body)),

    trash: (actor: Actor, resource: Resource, id: string) =>
      during(actor, () => trashDocument(core, actor, { resource, document_id: id })),

    purge: (actor: Actor, resource: Resource, id: string) =>
      during(actor, () => purgeDocument(core, actor, { resource, document_id: id })),

    archive: (actor: Actor, resource: Resource, id: string, options?: WriteOptions) =>
      during(actor, () => archiveDocument(core, actor, { resource, document_id: id }, options)),

    unarchive: (actor: Actor, resource: Resource, id: string, options?: WriteOptions) =>
      during(actor, () => unarchiveDocument(core, actor, { resource, document_id: id }, options)),

    restore: (actor: Actor, resource: Resource, id: string, options?: WriteOptions) =>
      during(actor, () => restoreDocument(core, actor, { resource, document_id: id }, options)),

    copy: <R extends Resource>(
      actor: Actor,
      resource: R,
      id: string,
      body: { readonly security_group_id: string },
      options?: WriteOptions,
    ) => during(actor, () => copyDocument(core, actor, resource, id, body.security_group_id, options)),

    setExamPatient: (actor: Actor, examId: string, body: requests.ExamPatientBody) =>
      during(actor, () => setExamPatient(core, actor, examId, body)),

    listVersions: (actor: Actor, resource: Resource, id: string, query: PageQuery) =>
      during(actor, () => listVersions(core, actor, resource, id, query)),

    getDraft: <R extends Resource>(actor: Actor, resource: R, id: string) =>
      during(actor, () => getDraft(core, actor, resource, id)),

    putDraft: <R extends Resource>(actor: Actor, resource: R, id: string, body: requests.DraftBody<R>) =>
      during(actor, () => putDraft(core, actor, resource, id, body)),

    deleteDraft: (actor: Actor, resource: Resource, id: string) =>
      during(actor, () => deleteDraft(core, actor, { resource, document_id: id })),

    listDrafts: (actor: Actor, resource: Resource, id: string, query: PageQuery) =>
      during(actor, () => listDrafts(core, actor, resource, id, query)),

    getDiscardedDraft: <R extends Resource>(actor: Actor, resource: R, id: string, draftRev: string) =>
      during(actor, () => getDiscardedDraft(core, actor, resource, id, draftRev)),

    /** The group an exam lies in; undefined when there is no such exam. */
    findExamGroup(examId: string): { security_group_id: string } | undefined {
      const row = core.documents.find(examId);
      return row?.resource === 'exams' ? { security_group_id: row.security_group_id } : undefined;
    },

    /** Listeners run inside the purge's transaction, before the rows go; a throw undoes the purge. */
    onPurge: (listener: (purged: PurgedDocument) => void) => void core.purgeListeners.push(listener),

    /** Drops discarded drafts past their retention. @returns how many. */
    sweep: () => sweepDrafts(core),

    close: () => core.reports.close(),
  };
}
