import type { DocumentIndex } from '#contract/documents/document-index.ts';
import type { ExamPatientBody } from '#contract/documents/requests.ts';
import { EXAM_PATIENT_ROUTE } from '#contract/documents/routes.ts';
import { SIGNATURE_ROUTES } from '#contract/documents/signature-routes.ts';
import type { ExamSignature, SignBody } from '#contract/documents/signatures.ts';
import type { CallOptions } from '#sdk/exchange/call.ts';
import type { Exchange } from '#sdk/exchange/exchange.ts';
import type { VaultPromise } from '#sdk/exchange/vault-promise.ts';
import { createDocumentsApi } from './documents.ts';
import type { DocumentsApi } from './documents-api.ts';

export interface ExamsApi extends DocumentsApi<'exams'> {
  /** Links the exam to a patient of its group, or to none. */
  readonly setPatient: (
    id: string,
    body: ExamPatientBody,
    options?: CallOptions,
  ) => VaultPromise<DocumentIndex>;
  /** Signs a version as the client's own principal; signed so before, it answers that signature. */
  readonly sign: (id: string, body: SignBody, options?: CallOptions) => VaultPromise<ExamSignature>;
  /** Newest first, each checked by the vault; `file` is what `signatureFileText` writes. */
  readonly signatures: (id: string, options?: CallOptions) => VaultPromise<{ items: ExamSignature[] }>;
}

export function createExamsApi(exchange: Exchange): ExamsApi {
  return {
    ...createDocumentsApi('exams', exchange, (record) => record),
    setPatient: (id, body, options) =>
      exchange.call(EXAM_PATIENT_ROUTE, {
        params: { exam_id: id },
        body,
        options,
        repeatable: (body.expected_latest_version_id ?? null) === null,
      }),
    sign: (id, body, options) =>
      exchange.call(SIGNATURE_ROUTES.sign, { params: { exam_id: id }, body, options, repeatable: true }),
    signatures: (id, options) => exchange.call(SIGNATURE_ROUTES.list, { params: { exam_id: id }, options }),
  };
}
