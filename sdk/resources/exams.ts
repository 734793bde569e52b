/**
 * `vault.exams` of the SDK: documents, signatures, co-signing and presence. Calls marked `repeatable` are sent
 * again after a lost connection, because a second one changes nothing more.
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
import type { HttpExchange } from '#sdk/http/exchange.ts';
import { givenBody } from '#sdk/http/given-body.ts';
import { type ReportFile, readReportFile } from '#sdk/http/read-response.ts';
import type { VaultPromise } from '#sdk/http/vault-promise.ts';
import { createDocumentsApi } from './documents.ts';
import type { DocumentsApi } from './documents-api.ts';

export interface ExamsApi extends DocumentsApi<'exams'> {
  /** Links the exam to a patient of its group, or to none. */
  readonly setPatient: (
    id: string,
    body: Unbranded<ExamPatientBody>,
    options?: CallOptions,
  ) => VaultPromise<DocumentIndex>;
  /** Signs a version as the client's own principal; signed so before, it answers that signature. */
  readonly sign: (
    id: string,
    body: Unbranded<SignBody>,
    options?: CallOptions,
  ) => VaultPromise<ExamSignature>;
  /**
   * The report as a file, HTML unless another format is named; `pdf` is typeset by the vault.
   * @throws VaultApiError not_found, invalid_request (too complex to be typeset)
   */
  readonly reportFile: (
    id: string,
    query?: Unbranded<ReportFileQuery>,
    options?: CallOptions,
  ) => Promise<ReportFile>;
  /** Newest first, each checked by the vault; `file` is what `signatureFileText` writes. */
  readonly signatures: (id: string, options?: CallOptions) => VaultPromise<{ items: ExamSignature[] }>;
  /** Requests to co-sign: the report stays signed while one is awaited. */
  readonly cosign: CosignApi;
  /** Who has the exam open just now; none of it keeps the session awake. */
  readonly presence: PresenceApi;
}

export interface CosignApi {
  /** The newest version of a signed report, of a person who can edit in its group; asked so before, it answers that request. */
  readonly ask: (
    id: string,
    body: Unbranded<CosignBody>,
    options?: CallOptions,
  ) => VaultPromise<CosignRequest>;
  /** Newest first, with what became of each. */
  readonly list: (id: string, options?: CallOptions) => VaultPromise<{ items: CosignRequest[] }>;
  /** As who asked, or as an owner of the group. */
  readonly takeBack: (id: string, requestId: string, options?: CallOptions) => VaultPromise<CosignRequest>;
  /** What the client's own principal is asked to co-sign, newest request first. */
  readonly awaited: (options?: CallOptions) => VaultPromise<{ items: PendingCosignRequest[] }>;
}

/** Each answers who else is here. */
export interface PresenceApi {
  readonly list: (id: string, options?: CallOptions) => VaultPromise<Presence>;
  /** Holds for `PRESENCE_ENDS_MS`; whoever stays says it again before, every `PRESENCE_EVERY_MS`. */
  readonly stay: (id: string, activity: PresenceActivity, options?: CallOptions) => VaultPromise<Presence>;
  readonly leave: (id: string, options?: CallOptions) => VaultPromise<Presence>;
}

export function createExamsApi(exchange: HttpExchange): ExamsApi {
  return {
    ...createDocumentsApi('exams', exchange, (record) => record),
    setPatient: (id, body, options) =>
      exchange.call(EXAM_PATIENT_ROUTE, {
        params: { exam_id: id },
        body: givenBody('exams.setPatient', body),
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
