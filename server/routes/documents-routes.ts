/**
 * The routes of patients, exams and templates: alike for all three, plus the exam's patient.
 * Bodies and queries were checked against the contract's schemas before a handler runs; the casts here only
 * name the type those schemas stand for.
 * Source: API spec, "Endpoints"; contract, `documentRoutes`.
 */
import type { FastifyInstance, FastifyPluginCallback } from 'fastify';
import { RESOURCES, type Resource } from '#contract/documents/document-index.ts';
import type { CreateBody, DraftBody, ListQuery, UpdateBody } from '#contract/documents/requests.ts';
import { documentRoutes, EXAM_PATIENT_ROUTE, idParameter } from '#contract/documents/routes.ts';
import { VaultError } from '#contract/vault-error.ts';
import type { DocumentsService } from '../documents/documents-service.ts';
import { withIdempotency } from '../http/idempotency.ts';
import { addRoute } from '../http/register-route.ts';
import { actorOf } from '../http/request-context.ts';

export function documentsRoutes({
  documents,
}: {
  readonly documents: DocumentsService;
}): FastifyPluginCallback {
  return (app, _options, done) => {
    for (const resource of RESOURCES) {
      const idOf = idReader(resource);
      addCollectionRoutes(app, documents, resource);
      addDocumentRoutes(app, documents, resource, idOf);
      addFlagRoutes(app, documents, resource, idOf);
      addDraftRoutes(app, documents, resource, idOf);
    }
    addRoute(app, EXAM_PATIENT_ROUTE, (request) =>
      documents.setExamPatient(actorOf(request), request.params.exam_id, request.body),
    );
    done();
  };
}

interface WithParams {
  readonly params: Readonly<Record<string, string>>;
}

type IdOf = (request: WithParams) => string;

function idReader(resource: Resource): IdOf {
  const parameter = idParameter(resource);
  return ({ params }) => {
    const id = params[parameter];
    if (id === undefined) throw new VaultError('invalid_request', `${parameter} is missing.`);
    return id;
  };
}

function addCollectionRoutes(app: FastifyInstance, documents: DocumentsService, resource: Resource): void {
  const routes = documentRoutes(resource);
  addRoute(app, routes.list, (request) =>
    documents.list(actorOf(request), resource, request.query as ListQuery),
  );
  addRoute(app, routes.create, (request) => {
    const actor = actorOf(request);
    return withIdempotency(request, {
      run: (options) => documents.create(actor, resource, request.body as CreateBody<Resource>, options),
      again: (id) => documents.get(actor, resource, id),
    });
  });
}

function addDocumentRoutes(
  app: FastifyInstance,
  documents: DocumentsService,
  resource: Resource,
  idOf: IdOf,
): void {
  const routes = documentRoutes(resource);
  addRoute(app, routes.get, (request) =>
    documents.get(actorOf(request), resource, idOf(request), request.query),
  );
  addRoute(app, routes.update, (request) =>
    documents.update(actorOf(request), resource, idOf(request), request.body as UpdateBody<Resource>),
  );
  addRoute(app, routes.delete, (request) => {
    const remove = request.query.purge === true ? documents.purge : documents.trash;
    return remove(actorOf(request), resource, idOf(request));
  });
  addRoute(app, routes.copy, (request) => {
    const actor = actorOf(request);
    return withIdempotency(request, {
      run: (options) => documents.copy(actor, resource, idOf(request), request.body, options),
      again: (id) => documents.get(actor, resource, id),
    });
  });
  addRoute(app, routes.listVersions, (request) =>
    documents.listVersions(actorOf(request), resource, idOf(request), request.query),
  );
}

function addFlagRoutes(
  app: FastifyInstance,
  documents: DocumentsService,
  resource: Resource,
  idOf: IdOf,
): void {
  const routes = documentRoutes(resource);
  for (const action of ['archive', 'unarchive', 'restore'] as const) {
    addRoute(app, routes[action], (request) => {
      const actor = actorOf(request);
      return withIdempotency(request, {
        run: (options) => documents[action](actor, resource, idOf(request), options),
        again: (id) => documents.getIndex(actor, resource, id),
      });
    });
  }
}

function addDraftRoutes(
  app: FastifyInstance,
  documents: DocumentsService,
  resource: Resource,
  idOf: IdOf,
): void {
  const routes = documentRoutes(resource);
  addRoute(app, routes.getDraft, (request) => documents.getDraft(actorOf(request), resource, idOf(request)));
  addRoute(app, routes.putDraft, (request) =>
    documents.putDraft(actorOf(request), resource, idOf(request), request.body as DraftBody<Resource>),
  );
  addRoute(app, routes.deleteDraft, (request) =>
    documents.deleteDraft(actorOf(request), resource, idOf(request)),
  );
  addRoute(app, routes.listDrafts, (request) =>
    documents.listDrafts(actorOf(request), resource, idOf(request), request.query),
  );
  addRoute(app, routes.getDiscardedDraft, (request) => {
    const draftRev = request.params['draft_rev'] ?? '';
    return documents.getDiscardedDraft(actorOf(request), resource, idOf(request), draftRev);
  });
}
