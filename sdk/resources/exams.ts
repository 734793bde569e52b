/**
 * `vault.exams` of the SDK: documents, signatures, co-signing and presence. Calls marked `repeatable` are sent again
 * after a lost connection, because a second one has no further effect.
 */
import {
  COSIGN_ROUTES,
  type CosignBody,
  type CosignRequest,
  type PendingCosignRequest,
} from '#contract/documents/cosign-requests.ts';
import type { DocumentIndex } from '#contract/documents/document-index.ts';
import type { ExamPatientBody } from '#contract/documents/requests.ts';
import { EXAM_PATIENT_ROUTE } from '#contract/documents/routes.ts';
import { SIGNATURE_ROUTES } from '#contract/documents/signature-routes.ts';
import type { ExamSignature, SignBody } from '#contract/documents/signatures.ts';
import { PRESENCE_ROUTES, type Presence, type PresenceActivity } from '#contract/events/presence.ts';
import { EXCHANGE_ROUTES, type ReportFileQuery } from '#contract/exchange/routes.ts';
import type { Unbranded } from '#contract/ids.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import { type ReportFile, readReportFile } from '#sdk/http/read-response.ts';
import { requireBody } from '#sdk/http/require-body.ts';
import type { HttpExchange } from '#sdk/http/send-call.ts';
import type { VaultPromise } from '#sdk/http/vault-promise.ts';
import { createDocumentsApi } from './documents.ts';
import type { DocumentsApi } from './documents-api.ts';

export interface ExamsApi extends DocumentsApi<'exams'> {
  /** Links the exam to a patient of its group, or removes the link. */
  readonly setPatient: (
    id: string,
    body: Unbranded<ExamPatientBody>,
    options?: CallOptions,
  ) => VaultPromise<DocumentIndex>;
  /** Signs a version as the client's own principal; repeats return the existing signature. */
  readonly sign: (
    id: string,
    body: Unbranded<SignBody>,
    options?: CallOptions,
  ) => VaultPromise<ExamSignature>;
  /**
   * Returns the report as a file, HTML by default; the vault typesets `pdf`.
   * @throws VaultApiError not_found, invalid_request (too complex to typeset)
   */
  readonly reportFile: (
    id: string,
    query?: Unbranded<ReportFileQuery>,
    options?: CallOptions,
  ) => Promise<ReportFile>;
  /** Lists signatures newest first, each verified by the vault; `file` is the content of `signatureFileText`. */
  readonly signatures: (id: string, options?: CallOptions) => VaultPromise<{ items: ExamSignature[] }>;
  /** Requests to co-sign; the report stays signed while one is pending. */
  readonly cosign: CosignApi;
  /** Sessions that have the exam open; these calls do not keep the session awake. */
  readonly presence: PresenceApi;
}

export interface CosignApi {
  /**
   * Asks a person with edit rights in the group to co-sign the newest signed version; repeats return the existing
   * request.
   */
  readonly ask: (
    id: string,
    body: Unbranded<CosignBody>,
    options?: CallOptions,
  ) => VaultPromise<CosignRequest>;
  /** Lists requests newest first, each with its outcome. */
  readonly list: (id: string, options?: CallOptions) => VaultPromise<{ items: CosignRequest[] }>;
  /** Withdraws a request; allowed for its author and the group's owners. */
  readonly takeBack: (id: string, requestId: string, options?: CallOptions) => VaultPromise<CosignRequest>;
  /** Lists requests to the client's own principal, newest first. */
  readonly awaited: (options?: CallOptions) => VaultPromise<{ items: PendingCosignRequest[] }>;
}

/** Presence in an exam. Each call returns the other sessions that have it open. */
export interface PresenceApi {
  readonly list: (id: string, options?: CallOptions) => VaultPromise<Presence>;
  /** Announces presence for `PRESENCE_ENDS_MS`; repeat every `PRESENCE_EVERY_MS`. */
  readonly stay: (id: string, activity: PresenceActivity, options?: CallOptions) => VaultPromise<Presence>;
  readonly leave: (id: string, options?: CallOptions) => VaultPromise<Presence>;
}

export function createExamsApi(exchange: HttpExchange): ExamsApi {
  return {
    ...createDocumentsApi('exams', exchange, (record) => record),
    setPatient: (id, body, options) =>
      exchange.call(EXAM_PATIENT_ROUTE, {
        params: { exam_id: id },
        body: requireBody('exams.setPatient', body),
        options,
        repeatable: (body.expected_latest_version_id ?? null) === null,
      }),
    sign: (id, body, options) =>
      exchange.call(SIGNATURE_ROUTES.sign, { params: { exam_id: id }, body, options, repeatable: true }),
    reportFile: async (id, query, options) =>
      readReportFile(
        await exchange.stream(EXCHANGE_ROUTES.reportFile, {
          params: { exam_id: id },
          query,
          headers: { accept: '*/*' },
          options,
        }),
      ),
    signatures: (id, options) => exchange.call(SIGNATURE_ROUTES.list, { params: { exam_id: id }, options }),
    cosign: {
      ask: (id, body, options) =>
        exchange.call(COSIGN_ROUTES.ask, { params: { exam_id: id }, body, options, repeatable: true }),
      list: (id, options) => exchange.call(COSIGN_ROUTES.list, { params: { exam_id: id }, options }),
      takeBack: (id, request_id, options) =>
        exchange.call(COSIGN_ROUTES.takeBack, {
          params: { exam_id: id, request_id },
          options,
          repeatable: true,
        }),
      awaited: (options) => exchange.call(COSIGN_ROUTES.awaited, { options }),
    },
    presence: {
      list: (id, options) => exchange.call(PRESENCE_ROUTES.get, { params: { exam_id: id }, options }),
      stay: (id, activity, options) =>
        exchange.call(PRESENCE_ROUTES.put, { params: { exam_id: id }, body: { activity }, options }),
      leave: (id, options) => exchange.call(PRESENCE_ROUTES.delete, { params: { exam_id: id }, options }),
    },
  };
}
