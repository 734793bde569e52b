/**
 * Entry point of the SDK for Node and browsers. `sdk/node/index.ts` adds the parts for Node only: client
 * certificates, `connect`.
 */
export type { Credential, CredentialCreated, Settings } from '#contract/access/credentials.ts';
export type { Group, Member, Principal } from '#contract/access/principals.ts';
export type { Session, SessionOpenBody, SessionOpened } from '#contract/access/session.ts';
export type {
  CosignRequest,
  CosignState,
  PendingCosignRequest,
} from '#contract/documents/cosign-requests.ts';
export type { DocumentIndex, Resource } from '#contract/documents/document-index.ts';
export type {
  ExamRecord,
  ExamRecordInput,
  PatientRecord,
  PatientRecordInput,
  TemplateRecord,
  TemplateRecordInput,
} from '#contract/documents/records.ts';
export type { ListQueryOf } from '#contract/documents/requests.ts';
export type { ExamSignature, SignatureFile, SignatureIntent } from '#contract/documents/signatures.ts';
export type { ExamSummary, PatientSummary, TemplateSummary } from '#contract/documents/summaries.ts';
export type { DocumentListItem, DocumentVersion, DocumentView } from '#contract/documents/views.ts';
export type { DicomHeader, DicomSeries, DicomSeriesList } from '#contract/drives/dicom.ts';
export type { DriveNode, VariantKind } from '#contract/drives/node.ts';
export type { EventData, VaultEvent } from '#contract/events/change-event.ts';
export type { Page } from '#contract/paged-list.ts';
export { type ClientOptions, createClient, type RawRequest, type VaultClient } from './client.ts';
export type { DicomFrame } from './drive/dicom-frames.ts';
export type { DownloadOptions, FileDownload } from './drive/download.ts';
export type { DriveApi } from './drive/drive.ts';
export type { UploadedNode } from './drive/upload.ts';
export type { Progress, UploadOptions } from './drive/upload-options.ts';
export type { UploadInput, UploadSource } from './drive/upload-source.ts';
export {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIUserAbortError,
  AuthenticationError,
  ConflictError,
  IntegrityError,
  VaultApiError,
} from './errors.ts';
export type { CallOptions } from './http/call.ts';
export type { PageList } from './http/lists/page-list.ts';
export type { LogLine } from './http/send-call.ts';
export type { ResponseInfo, VaultPromise, WithResponse } from './http/vault-promise.ts';
export type { DicomMedia, MediaFile } from './media/dicom-media.ts';
export { zipOf } from './media/zip.ts';
export { reportFromHtml, reportFromMarkdown, reportFromText } from './report.ts';
export type { DocumentsApi, UpdateInput } from './resources/documents-api.ts';
export type { EventsOptions } from './resources/events.ts';
export type { ExamsApi } from './resources/exams.ts';
export type { PatientsApi } from './resources/patients.ts';
export type { Transport } from './transport.ts';
export { type FetchTransportOptions, fetchTransport } from './transport-fetch.ts';
export {
  type CheckedErasure,
  type CheckedReport,
  checkErasure,
  checkReport,
  erasureFileText,
  type SignatureFailure,
  signatureFileText,
} from './verify.ts';
