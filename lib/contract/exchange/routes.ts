/** Routes that export records to other systems. Source: choices, second part, "Exchange". */

import { type Static, Type } from 'typebox';
import type { ErrorCode } from '#contract/errors/error-codes.ts';
import { DocumentIdSchema, VersionIdSchema } from '#contract/ids.ts';
import { SHORT_TEXT_MAX_CHARS } from '#contract/limits.ts';
import { typedRoutes } from '#contract/route.ts';
import { LETTER_RECIPIENTS, type LetterRecipient } from './letter.ts';
import { PAPER_LANGUAGES, type PaperLanguage } from './paper-locale.ts';

/** A FHIR R4 Bundle of type `collection`. */
export interface FhirBundle {
  readonly resourceType: 'Bundle';
  readonly type: 'collection';
  readonly entry: readonly { readonly fullUrl: string; readonly resource: FhirBundleResource }[];
}

export interface FhirBundleResource {
  readonly resourceType: string;
  readonly id: string;
  readonly [field: string]: unknown;
}

const BundleSchema = Type.Unsafe<FhirBundle>({
  type: 'object',
  additionalProperties: true,
  description: 'FHIR R4 Bundle, type collection',
});

export const REPORT_FILE_FORMATS = ['html', 'md', 'text', 'pdf'] as const;
export type ReportFileFormat = (typeof REPORT_FILE_FORMATS)[number];

/** Media type of HL7 v2. */
export const HL7_MEDIA_TYPE = 'x-application/hl7-v2+er7';

/** Header with the version shown in a report file. */
export const VERSION_HEADER = 'x-version-id';

const ReportFileQuerySchema = Type.Object(
  {
    format: Type.Optional(Type.Unsafe<ReportFileFormat>({ type: 'string', enum: [...REPORT_FILE_FORMATS] })),
    version_id: Type.Optional(VersionIdSchema),
    language: Type.Optional(Type.Unsafe<PaperLanguage>({ type: 'string', enum: [...PAPER_LANGUAGES] })),
    letterhead: Type.Optional(Type.String({ minLength: 1, maxLength: SHORT_TEXT_MAX_CHARS })),
    to: Type.Optional(Type.Unsafe<LetterRecipient>({ type: 'string', enum: [...LETTER_RECIPIENTS] })),
  },
  { additionalProperties: false },
);
export type ReportFileQuery = Static<typeof ReportFileQuerySchema>;

const FhirExamQuerySchema = Type.Object(
  { pdf: Type.Optional(Type.Boolean({ description: 'false leaves the report as PDF out' })) },
  { additionalProperties: false },
);

const PseudonymSecretSchema = Type.Object({
  /** Hex, 32 bytes: the patient's, or the exam's without a patient. Constant over the record's life. */
  secret: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});
export type PseudonymSecret = Static<typeof PseudonymSecretSchema>;

const errors: readonly ErrorCode[] = ['not_found', 'group_key_unavailable', 'crypto_error'];
const session = {
  ...({ auth: 'session', success: 200, method: 'GET' } as const),
  ...{ response: BundleSchema, keeps_decimals: true, errors },
} as const;

export const EXCHANGE_ROUTES = typedRoutes({
  fhirExam: {
    ...session,
    path: '/v1/exchange/fhir/exams/{exam_id}',
    operation_id: 'exportFhirExam',
    summary: 'One exam as FHIR R4: its patient, report, study, observations, files and signatures',
    params: Type.Object({ exam_id: DocumentIdSchema }),
    query: FhirExamQuerySchema,
  },
  reportFile: {
    method: 'GET',
    path: '/v1/exams/{exam_id}/report',
    operation_id: 'getReportFile',
    summary:
      'The report of the newest or a named version as a file; as PDF/A, tagged and typeset, by format=pdf',
    auth: 'session',
    params: Type.Object({ exam_id: DocumentIdSchema }),
    query: ReportFileQuerySchema,
    success: 200,
    errors: [...errors, 'invalid_request', 'rate_limited'],
  },
  hl7Message: {
    method: 'GET',
    path: '/v1/exchange/hl7/exams/{exam_id}',
    operation_id: 'exportHl7Message',
    summary: 'The report of the newest or a named version as HL7 v2.5.1 ORU^R01 with its PDF',
    auth: 'session',
    params: Type.Object({ exam_id: DocumentIdSchema }),
    query: Type.Object({ version_id: Type.Optional(VersionIdSchema) }, { additionalProperties: false }),
    media_type: HL7_MEDIA_TYPE,
    success: 200,
    errors: [...errors, 'invalid_request', 'rate_limited'],
  },
  pseudonymSecret: {
    ...session,
    path: '/v1/exchange/deidentified/exams/{exam_id}',
    operation_id: 'exportDeidentifiedExam',
    summary:
      'What the pseudonyms and moved dates of a copy without identity follow from; recorded as an export',
    params: Type.Object({ exam_id: DocumentIdSchema }),
    response: PseudonymSecretSchema,
  },
  fhirPatient: {
    ...session,
    path: '/v1/exchange/fhir/patients/{patient_id}',
    operation_id: 'exportFhirPatient',
    summary: 'One patient as FHIR R4, without exams',
    params: Type.Object({ patient_id: DocumentIdSchema }),
  },
});
