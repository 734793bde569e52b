/**
 * The service for documents (patients, exams and templates), which differ only in their records. Connects the
 * operations; each operation's rules are in its own file. Runs in the server's main thread.
 * Source: API spec, "Endpoints"; choices, "Documents".
 */

import type { Resource } from '#contract/documents/document-index.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';
import { PURGES_KEPT_MS } from '#contract/limits.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { ExamToMap } from '#fhir/export/map-exam.ts';
import type { PaperContent } from '#paper/pdf/write-pdf.ts';
import type { ReportFileContent, ReportFormat } from '#report/file/report-file.ts';
import type { Reader } from '#report/reader-html.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { RewrapParticipant } from '#server/identity/actor/rewrap-port.ts';
import type { ChangeListener } from '#server/storage/events/change-event.ts';
import type { CopyStore } from '#server/storage/travelling-copy/copy-store.ts';
import { listCosignRequests, listPendingCosignRequests } from './cosign/list-requests.ts';
import { requestCosignature, withdrawCosignRequest } from './cosign/request-cosignature.ts';
import {
  createDocumentsCore,
  type DocumentsCore,
  type DocumentsDeps,
  type PurgedDocument,
} from './documents-dependencies.ts';
import { deleteDraft, getDraft, putDraft } from './drafts/current-draft.ts';
import { getDiscardedDraft, listDrafts, sweepDrafts } from './drafts/discarded-drafts.ts';
import { groupLetterheads } from './letter/group-letterheads.ts';
import { erasureKey, outboxKey, pseudonymKey } from './reads/derived-keys.ts';
import { titleOf } from './reads/document-title.ts';
import { readersFor } from './reads/find-document.ts';
import { getDocument, getDocumentIndex, getDocumentJson } from './reads/get-document.ts';
import { listDocuments, listDocumentsForHttp } from './reads/list-documents.ts';
import { listVersions } from './reads/list-versions.ts';
import { listSignatures } from './signatures/list-signatures.ts';
import { signExam } from './signatures/sign-exam.ts';
import { pullDocuments, pullDocumentsById, pullVersions, sizeOfGroup } from './sync/pull-documents.ts';
import { pushDocument } from './sync/push-document.ts';
import { createDocumentSync } from './travelling-copy/document-sync.ts';
import {
  archiveDocument,
  restoreDocument,
  trashDocument,
  unarchiveDocument,
} from './writes/archive-and-trash.ts';
import { setExamPatient } from './writes/check-exam-patient.ts';
import { copyDocument } from './writes/copy-document.ts';
import { createDocument } from './writes/create-document.ts';
import { erasePerson, personOf } from './writes/erase-person.ts';
import { purgeDocument } from './writes/purge-document.ts';
import { rewrapDocuments } from './writes/rewrap-documents.ts';
import { updateDocument } from './writes/update-document.ts';

export type DocumentsService = ReturnType<typeof createDocumentsService>;

export function createDocumentsService(deps: DocumentsDeps) {
  const core = createDocumentsCore(deps);

  /**
   * Turns an operation into a service method. A failure after the session locked is reported as locked, whatever error
   * the missing keys caused.
   */
  function serve<Args extends unknown[], Answer>(
    operation: (core: DocumentsCore, actor: Actor, ...args: Args) => Answer | Promise<Answer>,
  ): (actor: Actor, ...args: Args) => Promise<Answer> {
    return async (actor, ...args) => {
      try {
        return await operation(core, actor, ...args);
      } catch (error) {
        if (actor.signal.aborted)
          throw new VaultError('session_locked', 'The session was locked. Unlock it and try again.');
        throw error;
      }
    };
  }

  /** Serves an operation on one document: prefetches its row first where reading it would block. */
  function serveOne<Args extends [Resource, DocumentId, ...unknown[]], Answer>(
    operation: (core: DocumentsCore, actor: Actor, ...args: Args) => Answer | Promise<Answer>,
  ): (actor: Actor, ...args: Args) => Promise<Answer> {
    return serve((_, actor, ...args: Args) => {
      const [resource, documentId] = args;
      const coming = core.rows.prefetch(documentId, readersFor(actor, resource));
      if (coming === undefined) return operation(core, actor, ...args);
      return coming.then(() => operation(core, actor, ...args));
    });
  }

  const rewrap: RewrapParticipant = {
    rewrapBatch: (batch) => rewrapDocuments(core, batch),
  };

  return {
    ...rewrap,
    create: serve(createDocument),
    get: serveOne(getDocument),
    answer: serveOne(getDocumentJson),
    getIndex: serveOne(getDocumentIndex),
    list: serve(listDocuments),
    answerList: serve(listDocumentsForHttp),
    update: serveOne(updateDocument),
    trash: serve(trashDocument),
    purge: serve(purgeDocument),
    personOf: serve(personOf),
    erasePerson: serve(erasePerson),
    /** Travelling copies that synced the group recently. */
    copiesOf: (securityGroupId: SecurityGroupId) => core.purges.copiesOf(securityGroupId),
    archive: serve(archiveDocument),
    unarchive: serve(unarchiveDocument),
    restore: serve(restoreDocument),
    copy: serve(copyDocument),
    setExamPatient: serve(setExamPatient),
    listVersions: serve(listVersions),
    getDraft: serveOne(getDraft),
    putDraft: serveOne(putDraft),
    deleteDraft: serve(deleteDraft),
    listDrafts: serve(listDrafts),
    getDiscardedDraft: serve(getDiscardedDraft),
    signExam: serve(signExam),
    listSignatures: serve(listSignatures),
    askForCosignature: serve(requestCosignature),
    takeBackCosignRequest: serve(withdrawCosignRequest),
    listCosignRequests: serve(listCosignRequests),
    listAwaitedCosignatures: serve(listPendingCosignRequests),
    pseudonymKey: serve(pseudonymKey),
    outboxKey: serve(outboxKey),
    erasureKey: serve(erasureKey),

    /** Operations for travelling copies on other machines. */
    travel: {
      pull: serve(pullDocuments),
      size: serve(sizeOfGroup),
      pullById: serve(pullDocumentsById),
      pullVersions: serve(pullVersions),
      push: serve(pushDocument),
    },

    /** The exam's group; undefined when there is no such exam. */
    findExamGroup(examId: DocumentId): { security_group_id: SecurityGroupId } | undefined {
      const scope = core.documents.scopeOrNearest(examId);
      const isExam = scope?.document_id === examId && scope.resource === 'exams';
      return isExam ? { security_group_id: scope.security_group_id } : undefined;
    },

    /** Exams of the group without a patient and not in the trash, from plaintext columns. */
    listUnlinkedExams: (securityGroupId: SecurityGroupId): readonly DocumentId[] =>
      core.documents.listUnlinkedExams(securityGroupId),

    /** A report as a text file; a large one in the report worker. @throws like `writePdf` */
    writeText: (actor: Actor, format: ReportFormat, content: ReportFileContent) =>
      core.reports.text(actor.principal_id, format, content),

    /** A report for readers; a large one in the report worker. @throws like `writePdf` */
    readerForms: (actor: Actor, html: string, reader: Reader) =>
      core.reports.readers(actor.principal_id, html, reader),

    /** An exam as FHIR; one with a large report in the report worker. @throws like `writePdf` */
    writeFhir: (actor: Actor, exam: ExamToMap) => core.reports.fhir(actor.principal_id, exam),

    /** A report as PDF/A, written in the report worker. @throws invalid_request, rate_limited */
    writePdf: (actor: Actor, content: PaperContent) => core.reports.pdf(actor.principal_id, content),

    /** Letterheads in use in the group, the first made first. */
    groupLetterheads: serve(groupLetterheads),

    titleOf: (actor: Actor, documentId: DocumentId) => titleOf(core, actor, documentId),

    /** Calls `listener` inside the purge's transaction, before rows are deleted; a throw rolls the purge back. */
    onPurge: (listener: (purged: PurgedDocument) => void) => void core.purgeListeners.push(listener),

    /** Calls `listener` inside the transaction of every change, after its rows. */
    onChange: (listener: ChangeListener) => void core.changeListeners.push(listener),

    /** Deletes discarded drafts past their retention, in the groups whose keys are given. @returns how many. */
    sweep: (keyRing: KeyRing) => sweepDrafts(core, keyRing),

    /** Deletes expired tombstones: a copy that has not synced for longer starts again. Call inside a transaction. */
    deleteOutlivedPurges(): void {
      const before = core.clock.nowMs() - PURGES_KEPT_MS;
      core.purges.deleteBefore(new Date(before).toISOString());
    },

    /** Document operations of a travelling copy. */
    ofCopy: (store: CopyStore) => createDocumentSync(core, store),

    rest() {
      core.rows.clearCache();
      return core.reports.rest();
    },
    close: () => core.reports.close(),
  };
}
