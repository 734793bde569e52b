/** Records as others need them. Source: choices, second part, "Exchange". */
import { Type } from 'typebox';
import type { ErrorCode } from '#contract/error-codes.ts';
import { DocumentIdSchema } from '#contract/ids.ts';
import { typedRoutes } from '#contract/route.ts';

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

const errors: readonly ErrorCode[] = ['not_found', 'group_key_unavailable', 'crypto_error'];
const session = { auth: 'session', success: 200, method: 'GET', response: BundleSchema, errors } as const;

export const EXCHANGE_ROUTES = typedRoutes({
  fhirExam: {
    ...session,
    path: '/v1/exchange/fhir/exams/{exam_id}',
    operation_id: 'exportFhirExam',
    summary: 'One exam as FHIR R4: its patient, report, study, observations, files and signatures',
    params: Type.Object({ exam_id: DocumentIdSchema }),
  },
  fhirPatient: {
    ...session,
    path: '/v1/exchange/fhir/patients/{patient_id}',
    operation_id: 'exportFhirPatient',
    summary: 'One patient as FHIR R4, without exams',
    params: Type.Object({ patient_id: DocumentIdSchema }),
  },
});
