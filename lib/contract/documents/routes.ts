/**
 * The routes of one document resource, the same for patients, exams and templates: those of the specification, and the
 * added ones of the choices.
 */
import { type Static, type TUnsafe, Type } from 'typebox';
import { type DocumentId, DocumentIdSchema, type Unbranded } from '#contract/ids.ts';
import { PageQuerySchema, pageOf } from '#contract/paged-list.ts';
import { typedRoutes } from '#contract/route.ts';
import { CHANGE, CHANGE_LIVE, READ, WRITE } from './document-errors.ts';
import { DocumentIndexSchema, type Resource } from './document-index.ts';
import * as requests from './requests.ts';
import * as views from './views.ts';

const PARAMS = {
  patients: Type.Object({ patient_id: DocumentIdSchema }),
  exams: Type.Object({ exam_id: DocumentIdSchema }),
  templates: Type.Object({ template_id: DocumentIdSchema }),
};

/** Path parameters of one document. */
export type DocumentParamsOf = { [R in Resource]: Static<(typeof PARAMS)[R]> };

/** Path parameters of one discarded draft. */
type DraftParamsOf<R extends Resource> = DocumentParamsOf[R] & {
  draft_rev: Static<typeof views.DraftRevSchema>;
};

interface Naming<R extends Resource> {
  /** Used in operation ids and, with `_id`, as path parameter. */
  readonly singular: string;
  readonly params: TUnsafe<DocumentParamsOf[R]>;
  readonly toParams: (documentId: string) => Unbranded<DocumentParamsOf[R]>;
  readonly toDraftParams: (documentId: string, draft_rev: string) => Unbranded<DraftParamsOf<R>>;
  readonly idOf: (params: DocumentParamsOf[R]) => DocumentId;
}

const NAMING: { readonly [R in Resource]: Naming<R> } = {
  patients: {
    singular: 'patient',
    params: Type.Unsafe<DocumentParamsOf['patients']>(PARAMS.patients),
    toParams: (patient_id) => ({ patient_id }),
    toDraftParams: (patient_id, draft_rev) => ({ patient_id, draft_rev }),
    idOf: ({ patient_id }) => patient_id,
  },
  exams: {
    singular: 'exam',
    params: Type.Unsafe<DocumentParamsOf['exams']>(PARAMS.exams),
    toParams: (exam_id) => ({ exam_id }),
    toDraftParams: (exam_id, draft_rev) => ({ exam_id, draft_rev }),
    idOf: ({ exam_id }) => exam_id,
  },
  templates: {
    singular: 'template',
    params: Type.Unsafe<DocumentParamsOf['templates']>(PARAMS.templates),
    toParams: (template_id) => ({ template_id }),
    toDraftParams: (template_id, draft_rev) => ({ template_id, draft_rev }),
    idOf: ({ template_id }) => template_id,
  },
};

/** Builds the path parameters from a document's id. */
export function documentParams<R extends Resource>(
  resource: R,
  documentId: string,
): Unbranded<DocumentParamsOf[R]> {
  return NAMING[resource].toParams(documentId);
}

/** Reads the id from the path parameters. */
export function documentIdOf<R extends Resource>(resource: R, params: DocumentParamsOf[R]): DocumentId {
  return NAMING[resource].idOf(params);
}

/** Builds the path parameters from a document's id and the revision of a discarded draft. */
export function draftParams<R extends Resource>(
  resource: R,
  documentId: string,
  draftRev: string,
): Unbranded<DraftParamsOf<R>> {
  return NAMING[resource].toDraftParams(documentId, draftRev);
}

function discardedDraftParams<R extends Resource>(resource: R) {
  return Type.Unsafe<DraftParamsOf<R>>(
    Type.Object({ ...PARAMS[resource].properties, draft_rev: views.DraftRevSchema }),
  );
}

export function documentRoutes<R extends Resource>(resource: R) {
  const { singular, params }: Naming<R> = NAMING[resource];
  const article = singular === 'exam' ? 'an' : 'a';
  const name = singular.charAt(0).toUpperCase() + singular.slice(1);
  const collection = `/v1/${resource}`;
  const one = `${collection}/{${singular}_id}`;
  const view = views.documentViewSchema(resource);
  const session = { auth: 'session', success: 200 } as const;

  return typedRoutes({
    list: {
      ...session,
      method: 'GET',
      path: collection,
      operation_id: `list${name}s`,
      errors: ['not_found', 'permission_denied', 'index_pending'],
      summary: `List and search ${resource}`,
      query: requests.listQuerySchema(resource),
      response: pageOf(views.documentListItemSchema(resource)),
    },
    create: {
      ...session,
      success: 201,
      method: 'POST',
      path: collection,
      operation_id: `create${name}`,
      errors: WRITE,
      summary: `Seal a new ${singular}`,
      body: requests.createBodySchema(resource),
      idempotent_key: true,
      response: view,
    },
    get: {
      ...session,
      method: 'GET',
      path: one,
      operation_id: `get${name}`,
      errors: READ,
      summary: `Open one ${singular}: its newest version, a named version, or its draft`,
      params,
      query: requests.GetQuerySchema,
      response: view,
    },
    update: {
      ...session,
      method: 'PUT',
      path: one,
      operation_id: `update${name}`,
      errors: [...CHANGE_LIVE, 'version_conflict'],
      summary: `Seal a complete new version of ${article} ${singular}`,
      params,
      body: requests.updateBodySchema(resource),
      response: view,
    },
    delete: {
      ...session,
      method: 'DELETE',
      path: one,
      operation_id: `delete${name}`,
      errors: [...CHANGE, 'document_not_deleted', 'has_dependents'],
      summary: `Move ${article} ${singular} to the trash, or purge it from there`,
      params,
      query: requests.DeleteQuerySchema,
      response: DocumentIndexSchema,
    },
    archive: {
      ...session,
      method: 'POST',
      path: `${one}/archive`,
      operation_id: `archive${name}`,
      errors: CHANGE_LIVE,
      summary: `Archive ${article} ${singular}`,
      params,
      idempotent_key: true,
      response: DocumentIndexSchema,
    },
    unarchive: {
      ...session,
      method: 'POST',
      path: `${one}/unarchive`,
      operation_id: `unarchive${name}`,
      errors: CHANGE_LIVE,
      summary: `Take ${article} ${singular} out of the archive`,
      params,
      idempotent_key: true,
      response: DocumentIndexSchema,
    },
    restore: {
      ...session,
      method: 'POST',
      path: `${one}/restore`,
      operation_id: `restore${name}`,
      errors: [...CHANGE, 'document_not_deleted'],
      summary: `Take ${article} ${singular} out of the trash`,
      params,
      idempotent_key: true,
      response: DocumentIndexSchema,
    },
    purge: {
      ...session,
      method: 'POST',
      path: `${one}/purge`,
      operation_id: `purge${name}`,
      errors: [...CHANGE, 'document_not_deleted', 'has_dependents'],
      summary: `Purge ${article} ${singular} from the trash, as its owner`,
      params,
      response: DocumentIndexSchema,
    },
    copy: {
      ...session,
      success: 201,
      method: 'POST',
      path: `${one}/copy`,
      operation_id: `copy${name}`,
      errors: CHANGE_LIVE,
      summary: `Copy ${article} ${singular} into another group under a new key`,
      params,
      body: requests.CopyBodySchema,
      idempotent_key: true,
      response: view,
    },
    listVersions: {
      ...session,
      method: 'GET',
      path: `${one}/versions`,
      operation_id: `list${name}Versions`,
      errors: READ,
      summary: `List the versions of ${article} ${singular}, newest first`,
      params,
      query: PageQuerySchema,
      response: pageOf(views.DocumentVersionSchema),
    },
    getDraft: {
      ...session,
      method: 'GET',
      path: `${one}/draft`,
      operation_id: `get${name}Draft`,
      errors: READ,
      summary: `Open the draft of ${article} ${singular}`,
      params,
      response: views.draftSchema(resource),
    },
    putDraft: {
      ...session,
      method: 'PUT',
      path: `${one}/draft`,
      operation_id: `put${name}Draft`,
      errors: [...CHANGE_LIVE, 'draft_conflict'],
      summary: `Seal the draft of ${article} ${singular}`,
      params,
      body: requests.draftBodySchema(resource),
      response: views.DraftStateSchema,
    },
    deleteDraft: {
      ...session,
      method: 'DELETE',
      path: `${one}/draft`,
      operation_id: `delete${name}Draft`,
      errors: CHANGE_LIVE,
      summary: `Move the draft of ${article} ${singular} to the recovered ones`,
      params,
      response: views.DiscardedDraftSchema,
    },
    listDrafts: {
      ...session,
      method: 'GET',
      path: `${one}/drafts`,
      operation_id: `list${name}Drafts`,
      errors: READ,
      summary: `List discarded drafts of ${article} ${singular}, newest first`,
      params,
      query: PageQuerySchema,
      response: pageOf(views.DiscardedDraftSchema),
    },
    getDiscardedDraft: {
      ...session,
      method: 'GET',
      path: `${one}/drafts/{draft_rev}`,
      operation_id: `get${name}DiscardedDraft`,
      errors: READ,
      summary: `Open one discarded draft of ${article} ${singular}`,
      params: discardedDraftParams(resource),
      response: views.openDiscardedDraftSchema(resource),
    },
  });
}

export type DocumentRoutes<R extends Resource> = ReturnType<typeof documentRoutes<R>>;

/** Re-links an exam to another patient of its group. */
export const { EXAM_PATIENT_ROUTE } = typedRoutes({
  EXAM_PATIENT_ROUTE: {
    method: 'PUT',
    path: '/v1/exams/{exam_id}/patient',
    operation_id: 'setExamPatient',
    errors: [...CHANGE_LIVE, 'version_conflict'],
    summary: 'Link an exam to a patient of its group, or to none',
    auth: 'session',
    params: Type.Object({ exam_id: DocumentIdSchema }),
    body: requests.ExamPatientBodySchema,
    success: 200,
    response: DocumentIndexSchema,
  },
});
