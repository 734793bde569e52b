import { Type } from 'typebox';
import { DocumentIdSchema } from '#contract/ids.ts';
import { typedRoutes } from '#contract/route.ts';
import { CHANGE_LIVE, READ } from './document-errors.ts';
import * as signatures from './signatures.ts';

/** Personal signatures of an exam's versions. */
export const SIGNATURE_ROUTES = typedRoutes({
  sign: {
    method: 'POST',
    path: '/v1/exams/{exam_id}/signatures',
    operation_id: 'signExam',
    errors: [...CHANGE_LIVE, 'version_conflict'],
    summary: 'Sign a version of an exam with the two keys of the caller',
    auth: 'session',
    params: Type.Object({ exam_id: DocumentIdSchema }),
    body: signatures.SignBodySchema,
    success: 201,
    response: signatures.ExamSignatureSchema,
  },
  list: {
    method: 'GET',
    path: '/v1/exams/{exam_id}/signatures',
    operation_id: 'listExamSignatures',
    errors: READ,
    summary: 'List the signatures of an exam, newest first, each checked',
    auth: 'session',
    params: Type.Object({ exam_id: DocumentIdSchema }),
    success: 200,
    response: signatures.ExamSignaturesSchema,
  },
});
