/**
 * The routes of one document resource: the specified ones, and the additive ones of the choices,
 * alike for patients, exams and templates.
 */
import { type TSchema, Type } from 'typebox';
import { IdSchema } from '../ids.ts';
import { pageOf } from '../page.ts';
import type { RouteDefinition } from '../route.ts';
import { DocumentIndexSchema, type Resource } from './document-index.ts';
import { ExamRecordSchema, PatientRecordSchema, TemplateRecordSchema } from './records.ts';
import * as requests from './requests.ts';
import { ExamSummarySchema, PatientSummarySchema, TemplateSummarySchema } from './summaries.ts';
import * as views from './views.ts';

interface ResourceSchemas {
  /** Singular, for operation ids and the path parameter. */
  readonly singular: 'patient' | 'exam' | 'template';
  readonly record: TSchema;
  readonly summary: TSchema;
  readonly listQuery: TSchema;
}

const SCHEMAS: Readonly<Record<Resource, ResourceSchemas>> = {
  patients: {
    singular: 'patient',
    record: PatientRecordSchema,
    summary: PatientSummarySchema,
    listQuery: requests.ListQuerySchema,
  },
  exams: {
    singular: 'exam',
    record: ExamRecordSchema,
    summary: ExamSummarySchema,
    listQuery: requests.ExamListQuerySchema,
  },
  templates: {
    singular: 'template',
    record: TemplateRecordSchema,
    summary: TemplateSummarySchema,
    listQuery: requests.ListQuerySchema,
  },
};

/** Name of the path parameter that holds the document id: `patient_id`, `exam_id`, `template_id`. */
export function idParameter(resource: Resource): string {
  return `${SCHEMAS[resource].singular}_id`;
}

export function documentRoutes(resource: Resource) {
  const { singular, record, summary, listQuery } = SCHEMAS[resource];
  const name = singular.charAt(0).toUpperCase() + singular.slice(1);
  const parameter = idParameter(resource);
  const collection = `/v1/${resource}`;
  const one = `${collection}/{${parameter}}`;
  const params = Type.Object({ [parameter]: IdSchema });
  const view = views.documentViewSchema(record, summary);
  const session = { auth: 'session', success: 200 } as const;

  return {
    list: {
      ...session,
      method: 'GET',
      path: collection,
      operation_id: `list${name}s`,
      summary: `List and search ${resource}`,
      query: listQuery,
      response: pageOf(views.documentListItemSchema(summary)),
    },
    create: {
      ...session,
      success: 201,
      method: 'POST',
      path: collection,
      operation_id: `create${name}`,
      summary: `Seal a new ${singular}`,
      body: requests.createBodySchema(resource, record),
      idempotent_key: true,
      response: view,
    },
    get: {
      ...session,
      method: 'GET',
      path: one,
      operation_id: `get${name}`,
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
      summary: `Seal a complete new version of a ${singular}`,
      params,
      body: requests.updateBodySchema(record),
      response: view,
    },
    delete: {
      ...session,
      method: 'DELETE',
      path: one,
      operation_id: `delete${name}`,
      summary: `Move a ${singular} to the trash, or purge it from there`,
      params,
      query: requests.DeleteQuerySchema,
      response: DocumentIndexSchema,
    },
    archive: {
      ...session,
      method: 'POST',
      path: `${one}/archive`,
      operation_id: `archive${name}`,
      summary: `Archive a ${singular}`,
      params,
      idempotent_key: true,
      response: DocumentIndexSchema,
    },
    unarchive: {
      ...session,
      method: 'POST',
      path: `${one}/unarchive`,
      operation_id: `unarchive${name}`,
      summary: `Take a ${singular} out of the archive`,
      params,
      idempotent_key: true,
      response: DocumentIndexSchema,
    },
    restore: {
      ...session,
      method: 'POST',
      path: `${one}/restore`,
      operation_id: `restore${name}`,
      summary: `Take a ${singular} out of the trash`,
      params,
      idempotent_key: true,
      response: DocumentIndexSchema,
    },
    copy: {
      ...session,
      success: 201,
      method: 'POST',
      path: `${one}/copy`,
      operation_id: `copy${name}`,
      summary: `Copy a ${singular} into another group under a new key`,
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
      summary: `List the versions of a ${singular}, newest first`,
      params,
      query: requests.PageQuerySchema,
      response: pageOf(views.DocumentVersionSchema),
    },
    getDraft: {
      ...session,
      method: 'GET',
      path: `${one}/draft`,
      operation_id: `get${name}Draft`,
      summary: `Open the draft of a ${singular}`,
      params,
      response: views.draftSchema(record),
    },
    putDraft: {
      ...session,
      method: 'PUT',
      path: `${one}/draft`,
      operation_id: `put${name}Draft`,
      summary: `Seal the draft of a ${singular}`,
      params,
      body: requests.draftBodySchema(record),
      response: views.DraftStateSchema,
    },
    deleteDraft: {
      ...session,
      method: 'DELETE',
      path: `${one}/draft`,
      operation_id: `delete${name}Draft`,
      summary: `Move the draft of a ${singular} to the recovered ones`,
      params,
      response: views.DiscardedDraftSchema,
    },
    listDrafts: {
      ...session,
      method: 'GET',
      path: `${one}/drafts`,
      operation_id: `list${name}Drafts`,
      summary: `List discarded drafts of a ${singular}, newest first`,
      params,
      query: requests.PageQuerySchema,
      response: pageOf(views.DiscardedDraftSchema),
    },
    getDiscardedDraft: {
      ...session,
      method: 'GET',
      path: `${one}/drafts/{draft_rev}`,
      operation_id: `get${name}DiscardedDraft`,
      summary: `Open one discarded draft of a ${singular}`,
      params: Type.Object({ [parameter]: IdSchema, draft_rev: views.DraftRevSchema }),
      response: views.discardedDraftSchema(record),
    },
  } as const satisfies Record<string, RouteDefinition>;
}

/** Re-links an exam to another patient of its group. */
export const EXAM_PATIENT_ROUTE = {
  method: 'PUT',
  path: '/v1/exams/{exam_id}/patient',
  operation_id: 'setExamPatient',
  summary: 'Link an exam to a patient of its group, or to none',
  auth: 'session',
  params: Type.Object({ exam_id: IdSchema }),
  body: requests.ExamPatientBodySchema,
  success: 200,
  response: DocumentIndexSchema,
} as const satisfies RouteDefinition;
