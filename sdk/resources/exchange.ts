/** API of exports in standard formats: FHIR, DICOM, hand-overs. */
import { HANDOVER_ROUTES, type HandoverBody } from '#contract/exchange/handover.ts';
import { EXCHANGE_ROUTES, type FhirBundle, type PseudonymSecret } from '#contract/exchange/routes.ts';
import type { Unbranded } from '#contract/ids.ts';
import { createDriveApi } from '#sdk/drive/drive.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import { responseChunks } from '#sdk/http/read-response.ts';
import type { HttpExchange } from '#sdk/http/send-call.ts';
import type { VaultPromise } from '#sdk/http/vault-promise.ts';
import { type DicomLetter, dicomLetter } from '#sdk/media/dicom-letter.ts';
import { type DicomMedia, dicomMedia } from '#sdk/media/dicom-media.ts';
import { createDocumentsApi } from './documents.ts';
import { createExamsApi } from './exams.ts';
import { createOutboxApi, type OutboxApi } from './outbox.ts';

export interface ExchangeApi {
  /**
   * Returns an exam with its patient, report, study, observations, files and signatures as FHIR R4.
   * `pdf: false` leaves out the typeset report.
   */
  readonly fhirExam: (
    examId: string,
    options?: CallOptions & { readonly pdf?: boolean },
  ) => VaultPromise<FhirBundle>;
  /**
   * Streams a sealed HTML file that opens offline with `body.passphrase`; read it once. Throws if it breaks off.
   * @throws VaultApiError invalid_request (weak passphrase, a file of another exam)
   */
  readonly handOver: (
    examId: string,
    body: Unbranded<HandoverBody>,
    options?: CallOptions,
  ) => Promise<AsyncIterable<Uint8Array>>;
  readonly hl7: OutboxApi;
  readonly fhirPatient: (patientId: string, options?: CallOptions) => VaultPromise<FhirBundle>;
  /** Returns the secret from which the pseudonyms of a de-identified copy are derived; audited as an export. */
  readonly pseudonymSecret: (examId: string, options?: CallOptions) => VaultPromise<PseudonymSecret>;
  /**
   * Returns the DICOM files of exams with a DICOMDIR; `zipOf` combines them into one file. `letters: true` adds the letter
   * of each exam, as `dicomLetter` does.
   */
  readonly dicom: (
    examIds: readonly string[],
    options?: CallOptions & { readonly letters?: boolean },
  ) => Promise<DicomMedia>;
  /** Returns the letter of the newest version as a DICOM object (Encapsulated PDF) of the exam's study. */
  readonly dicomLetter: (examId: string, options?: CallOptions) => Promise<DicomLetter>;
}

export function createExchangeApi(exchange: HttpExchange): ExchangeApi {
  const source = {
    exams: createExamsApi(exchange),
    // Only read here: nothing is prepared for writing.
    patients: createDocumentsApi('patients', exchange, (record) => record),
    drive: (securityGroupId: string) => createDriveApi(exchange, securityGroupId),
  };
  return {
    fhirExam: (exam_id, { pdf, ...options } = {}) =>
      exchange.call(EXCHANGE_ROUTES.fhirExam, {
        params: { exam_id },
        query: pdf === undefined ? {} : { pdf },
        options,
      }),
    handOver: async (exam_id, body, options) =>
      responseChunks(await exchange.stream(HANDOVER_ROUTES.create, { params: { exam_id }, body, options })),
    hl7: createOutboxApi(exchange),
    fhirPatient: (patient_id, options) =>
      exchange.call(EXCHANGE_ROUTES.fhirPatient, { params: { patient_id }, options }),
    pseudonymSecret: (exam_id, options) =>
      exchange.call(EXCHANGE_ROUTES.pseudonymSecret, { params: { exam_id }, options }),
    dicom: (examIds, options) => dicomMedia(source, examIds, options),
    dicomLetter: (examId, options) => dicomLetter(source, examId, options),
  };
}
