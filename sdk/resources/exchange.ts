/** Records as others need them. */
import { EXCHANGE_ROUTES, type FhirBundle } from '#contract/exchange/routes.ts';
import { createDriveApi } from '#sdk/drive/drive.ts';
import type { CallOptions } from '#sdk/exchange/call.ts';
import type { Exchange } from '#sdk/exchange/exchange.ts';
import type { VaultPromise } from '#sdk/exchange/vault-promise.ts';
import { type DicomMedia, dicomMedia } from '#sdk/media/dicom-media.ts';
import { createExamsApi } from './exams.ts';

export interface ExchangeApi {
  /**
   * An exam with its patient, report, study, observations, files and signatures, as FHIR R4.
   * `pdf: false` leaves the typeset report out.
   */
  readonly fhirExam: (
    examId: string,
    options?: CallOptions & { readonly pdf?: boolean },
  ) => VaultPromise<FhirBundle>;
  readonly fhirPatient: (patientId: string, options?: CallOptions) => VaultPromise<FhirBundle>;
  /** The DICOM files of exams with a DICOMDIR, as a folder would hold them; `zipOf` makes one file of it. */
  readonly dicom: (examIds: readonly string[], options?: CallOptions) => Promise<DicomMedia>;
}

export function createExchangeApi(exchange: Exchange): ExchangeApi {
  const source = {
    exams: createExamsApi(exchange),
    drive: (securityGroupId: string) => createDriveApi(exchange, securityGroupId),
  };
  return {
    fhirExam: (exam_id, { pdf, ...options } = {}) =>
      exchange.call(EXCHANGE_ROUTES.fhirExam, {
        params: { exam_id },
        query: pdf === undefined ? {} : { pdf },
        options,
      }),
    fhirPatient: (patient_id, options) =>
      exchange.call(EXCHANGE_ROUTES.fhirPatient, { params: { patient_id }, options }),
    dicom: (examIds, options) => dicomMedia(source, examIds, options),
  };
}
