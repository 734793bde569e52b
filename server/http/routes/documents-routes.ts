/**
 * The routes of patients, exams and templates, the same for all three, plus the exam's patient.
 * Source: API spec, "Endpoints"; contract, `documentRoutes`.
 */

import type { FastifyInstance, FastifyPluginCallback } from 'fastify';
import { COSIGN_ROUTES } from '#contract/documents/cosign-requests.ts';
import { RESOURCES, type Resource } from '#contract/documents/document-index.ts';
import { ERASURE_ROUTES } from '#contract/documents/erasure.ts';
import { documentIdOf, documentRoutes, EXAM_PATIENT_ROUTE } from '#contract/documents/routes.ts';
import { SIGNATURE_ROUTES } from '#contract/documents/signature-routes.ts';
import type { DocumentId } from '#contract/ids.ts';
import { checkRecord } from '#records/normalise-record.ts';
import type { DocumentsService } from '#server/documents/documents-service.ts';
import { addRoute } from '#server/http/register-route.ts';
import { withIdempotency } from '#server/http/request/idempotency.ts';
import { actorOf } from '#server/http/request/request-session.ts';
import type { RouteServices } from './route-services.ts';

export function documentsRoutes({
  documents,
  erasure,
}: Pick<RouteServices, 'documents' | 'erasure'>): FastifyPluginCallback {
  return (app, _options, done) => {
    for (const resource of RESOURCES) {
      addCollectionRoutes(app, documents, resource);
      addDocumentRoutes(app, documents, resource);
      addFlagRoutes(app, documents, resource);
      addDraftRoutes(app, documents, resource);
    }
    addRoute(app, EXAM_PATIENT_ROUTE, (request) =>
      documents.setExamPatient(actorOf(request), request.params.exam_id, request.body),
    );
    addRoute(app, SIGNATURE_ROUTES.sign, (request) =>
      documents.signExam(actorOf(request), request.params.exam_id, request.body),
    );
    addRoute(app, SIGNATURE_ROUTES.list, (request) =>
      documents.listSignatures(actorOf(request), request.params.exam_id),
    );
    addCosignRoutes(app, documents);
    addRoute(app, ERASURE_ROUTES.plan, (request) =>
      erasure.plan(actorOf(request), request.params.patient_id),
    );
    addRoute(app, ERASURE_ROUTES.erase, (request) =>
      erasure.erase(actorOf(request), request.params.patient_id, request.body.reason),
    );
    done();
  };
}

function addCosignRoutes(app: FastifyInstance, documents: DocumentsService): void {
  addRoute(app, COSIGN_ROUTES.ask, (request) =>
    documents.askForCosignature(actorOf(request), request.params.exam_id, request.body),
  );
  addRoute(app, COSIGN_ROUTES.list, (request) =>
    documents.listCosignRequests(actorOf(request), request.params.exam_id),
  );
  addRoute(app, COSIGN_ROUTES.takeBack, (request) => {
    const { exam_id, request_id } = request.params;
    return documents.takeBackCosignRequest(actorOf(request), exam_id, request_id);
  });
  addRoute(app, COSIGN_ROUTES.awaited, (request) => documents.listAwaitedCosignatures(actorOf(request)));
}

function addCollectionRoutes<R extends Resource>(
  app: FastifyInstance,
  documents: DocumentsService,
  resource: R,
): void {
  const routes = documentRoutes(resource);
  addRoute(app, routes.list, (request) => documents.answerList(actorOf(request), resource, request.query));
  addRoute(app, routes.create, (request) => {
    const actor = actorOf(request);
    // Validates the record first, so that its errors come before those of a repeated key.
    checkRecord(resource, request.body.record);
    return withIdempotency(request, {
      run: (options) => documents.create(actor, resource, request.body, options),
      again: (id: DocumentId) => documents.get(actor, resource, id),
    });
  });
}

function addDocumentRoutes<R extends Resource>(
  app: FastifyInstance,
  documents: DocumentsService,
  resource: R,
): void {
  const routes = documentRoutes(resource);
  addRoute(app, routes.get, (request) =>
    documents.answer(actorOf(request), resource, documentIdOf(resource, request.params), request.query),
  );
  addRoute(app, routes.update, (request) =>
    documents.update(actorOf(request), resource, documentIdOf(resource, request.params), request.body),
  );
  addRoute(app, routes.delete, (request) => {
    const remove = request.query.purge === true ? documents.purge : documents.trash;
    return remove(actorOf(request), resource, documentIdOf(resource, request.params));
  });
  addRoute(app, routes.copy, (request) => {
    const actor = actorOf(request);
    return withIdempotency(request, {
      run: (options) =>
        documents.copy(actor, resource, documentIdOf(resource, request.params), request.body, options),
      again: (id: DocumentId) => documents.get(actor, resource, id),
    });
  });
  addRoute(app, routes.listVersions, (request) =>
    documents.listVersions(actorOf(request), resource, documentIdOf(resource, request.params), request.query),
  );
}

function addFlagRoutes<R extends Resource>(
  app: FastifyInstance,
  documents: DocumentsService,
  resource: R,
): void {
  const routes = documentRoutes(resource);
  addRoute(app, routes.purge, (request) =>
    documents.purge(actorOf(request), resource, documentIdOf(resource, request.params)),
  );
  for (const action of ['archive', 'unarchive', 'restore'] as const) {
    addRoute(app, routes[action], (request) => {
      const actor = actorOf(request);
      return withIdempotency(request, {
        run: (options) => documents[action](actor, resource, documentIdOf(resource, request.params), options),
        again: (id: DocumentId) => documents.getIndex(actor, resource, id),
      });
    });
  }
}

function addDraftRoutes<R extends Resource>(
  app: FastifyInstance,
  documents: DocumentsService,
  resource: R,
): void {
  const routes = documentRoutes(resource);
  addRoute(app, routes.getDraft, (request) =>
    documents.getDraft(actorOf(request), resource, documentIdOf(resource, request.params)),
  );
  addRoute(app, routes.putDraft, (request) =>
    documents.putDraft(actorOf(request), resource, documentIdOf(resource, request.params), request.body),
  );
  addRoute(app, routes.deleteDraft, (request) =>
    documents.deleteDraft(actorOf(request), resource, documentIdOf(resource, request.params)),
  );
  addRoute(app, routes.listDrafts, (request) =>
    documents.listDrafts(actorOf(request), resource, documentIdOf(resource, request.params), request.query),
  );
  addRoute(app, routes.getDiscardedDraft, (request) => {
    const { draft_rev } = request.params;
    return documents.getDiscardedDraft(
      actorOf(request),
      resource,
      documentIdOf(resource, request.params),
      draft_rev,
    );
  });
}
