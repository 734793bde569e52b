import type { DocumentIndex } from '#contract/documents/document-index.ts';
import type { ExamPatientBody } from '#contract/documents/requests.ts';
import { EXAM_PATIENT_ROUTE } from '#contract/documents/routes.ts';
import { type CallOptions, jsonBody } from '../exchange/call.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { VaultPromise } from '../exchange/vault-promise.ts';
import { createDocumentsApi, type DocumentsApi } from './documents.ts';

export interface ExamsApi extends DocumentsApi<'exams'> {
  /** Links the exam to a patient of its group, or to none. */
  readonly setPatient: (
    id: string,
    body: ExamPatientBody,
    options?: CallOptions,
  ) => VaultPromise<DocumentIndex>;
}

export function createExamsApi(exchange: Exchange): ExamsApi {
  return {
    ...createDocumentsApi('exams', exchange, (record) => record),
    setPatient: (id, body, options) =>
      exchange.json({
        route: EXAM_PATIENT_ROUTE,
        params: { exam_id: id },
        body: jsonBody(body),
        options,
        repeatable: (body.expected_latest_version_id ?? null) === null,
      }),
  };
}
