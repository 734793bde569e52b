/**
 * Collects named schemas of the OpenAPI document and replaces other occurrences by references. Schemas are recognised
 * by content, because the contract creates new objects for every route.
 */
import type { TSchema } from 'typebox';
import * as certificates from '#contract/access/certificates.ts';
import * as credentials from '#contract/access/credentials.ts';
import * as principals from '#contract/access/principals.ts';
import { GroupRoleSchema, RoleSchema } from '#contract/access/roles.ts';
import * as session from '#contract/access/session.ts';
import * as vault from '#contract/access/vault.ts';
import { CosignRequestSchema } from '#contract/documents/cosign-requests.ts';
import { AuthorSchema, DocumentIndexSchema, RESOURCES } from '#contract/documents/document-index.ts';
import * as records from '#contract/documents/records.ts';
import { ExamSignatureSchema } from '#contract/documents/signatures.ts';
import { summarySchema } from '#contract/documents/summaries.ts';
import * as views from '#contract/documents/views.ts';
import * as dicom from '#contract/drives/dicom.ts';
import { DriveNodeSchema, StoredFileSchema, UploadStartSchema } from '#contract/drives/node.ts';
import { ErrorBodySchema } from '#contract/errors/error-body.ts';
import { EventDataSchema } from '#contract/events/change-event.ts';
import { OutboxMessageSchema } from '#contract/exchange/outbox.ts';
import { DocumentIdSchema } from '#contract/ids.ts';
import { ReceiverSettingsSchema, ReceiverStateSchema } from '#contract/imaging/receiver-settings.ts';
import { InstantSchema } from '#contract/instant.ts';
import { BackupStateSchema, FindingsSchema } from '#contract/maintenance/backups.ts';
import { EnvelopeSchema } from '#contract/sealed-envelope.ts';
import * as sealedRows from '#contract/sync/sealed-rows.ts';
import { CopyStatusSchema } from '#contract/sync/travelling-copy.ts';

/** JSON Schema as sent. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

const SINGULAR = { patients: 'Patient', exams: 'Exam', templates: 'Template' } as const;

/** Names of schemas in the document. Where two names have equal schemas, the first is used. */
const NAMED: readonly (readonly [name: string, schema: TSchema])[] = [
  ['Error', ErrorBodySchema],
  ['Id', DocumentIdSchema],
  ['Instant', InstantSchema],
  ['Envelope', EnvelopeSchema],
  ['Author', AuthorSchema],
  ['Role', RoleSchema],
  ['GroupRole', GroupRoleSchema],
  ['DocumentIndex', DocumentIndexSchema],
  ['Identifiers', records.IdentifiersSchema],
  ['Address', records.AddressSchema],
  ...RESOURCES.flatMap((resource): [string, TSchema][] => [
    [`${SINGULAR[resource]}Record`, records.recordSchema(resource)],
    [`${SINGULAR[resource]}RecordInput`, records.recordInputSchema(resource)],
    [`${SINGULAR[resource]}Summary`, summarySchema(resource)],
    [`${SINGULAR[resource]}`, views.documentViewSchema(resource)],
    [`${SINGULAR[resource]}ListItem`, views.documentListItemSchema(resource)],
    [`${SINGULAR[resource]}Draft`, views.draftSchema(resource)],
  ]),
  ['DocumentVersion', views.DocumentVersionSchema],
  ['Signature', ExamSignatureSchema],
  ['CosignRequest', CosignRequestSchema],
  ['DraftState', views.DraftStateSchema],
  ['DiscardedDraft', views.DiscardedDraftSchema],
  ['Node', DriveNodeSchema],
  ['StoredFile', StoredFileSchema],
  ['UploadStart', UploadStartSchema],
  ['CopyStatus', CopyStatusSchema],
  ['BackupState', BackupStateSchema],
  ['Findings', FindingsSchema],
  ['Message', OutboxMessageSchema],
  ['ReceiverSettings', ReceiverSettingsSchema],
  ['ReceiverState', ReceiverStateSchema],
  ['DicomHeader', dicom.DicomHeaderSchema],
  ['DicomSeries', dicom.DicomSeriesSchema],
  ['EventData', EventDataSchema],
  ['Session', session.SessionSchema],
  ['SessionRow', session.SessionRowSchema],
  ['Principal', principals.PrincipalSchema],
  ['Group', principals.GroupSchema],
  ['Member', principals.MemberSchema],
  ['Credential', credentials.CredentialSchema],
  ['CredentialCreated', credentials.CredentialCreatedSchema],
  ['CredentialRenewed', certificates.CredentialRenewedSchema],
  ['Certificates', certificates.CertificatesSchema],
  ['Settings', credentials.SettingsSchema],
  ['VaultState', vault.VaultStateSchema],
  ['Bytes', sealedRows.BytesSchema],
  ['Count', sealedRows.Count],
  ['SealedDocument', sealedRows.SealedDocumentSchema],
  ['SealedVersion', sealedRows.SealedVersionSchema],
  ['SealedNode', sealedRows.SealedNodeSchema],
];

export function plainSchema(schema: TSchema): Json {
  return JSON.parse(JSON.stringify(schema));
}

export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export interface Components {
  /** Replaces named schemas inside `schema` by references. */
  readonly refer: (schema: TSchema) => Json;
  /** Reference to the response of an error status with these codes and headers. */
  readonly referError: (status: number, codes: readonly string[], headers: JsonObject) => Json;
  /** Schemas and responses referred to so far. */
  readonly used: () => { readonly schemas: JsonObject; readonly responses: JsonObject };
}

export function createComponents(): Components {
  const names = new Map<string, string>();
  for (const [name, schema] of NAMED) {
    const text = JSON.stringify(plainSchema(schema));
    if (!names.has(text)) names.set(text, name);
  }
  const used = new Map<string, Json>();

  function inside(value: Json): Json {
    if (Array.isArray(value)) return value.map(referred);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, referred(part)]));
  }

  function referred(value: Json): Json {
    const name = isObject(value) ? names.get(JSON.stringify(value)) : undefined;
    if (name === undefined) return inside(value);
    if (!used.has(name)) {
      used.set(name, null);
      used.set(name, inside(value));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  const answers = new Map<string, { readonly name: string; readonly answer: JsonObject }>();

  /** Responses with equal codes and headers are shared; several of one status are numbered. */
  function referError(status: number, codes: readonly string[], headers: JsonObject): Json {
    const description = codes.join(', ');
    const key = `${status} ${description} ${Object.keys(headers).join()}`;
    const before = [...answers.keys()].filter((each) => each.startsWith(`${status} `)).length;
    const known = answers.get(key) ?? {
      name: `Error${status}${before === 0 ? '' : `_${before + 1}`}`,
      answer: {
        description,
        headers,
        content: { 'application/json': { schema: referred(plainSchema(ErrorBodySchema)) } },
      },
    };
    answers.set(key, known);
    return { $ref: `#/components/responses/${known.name}` };
  }

  return {
    refer: (schema) => referred(plainSchema(schema)),
    referError,
    used: () => ({
      schemas: inOrder([...used]),
      responses: inOrder([...answers.values()].map(({ name, answer }) => [name, answer])),
    }),
  };
}

function inOrder(entries: readonly (readonly [string, Json])[]): JsonObject {
  return Object.fromEntries(entries.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}
