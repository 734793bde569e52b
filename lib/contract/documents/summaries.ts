/**
 * Opened content of `encrypted_index`: the short summary for lists and search.
 * Source: choices, "Documents" (`summary`).
 */
import { type Static, type TUnsafe, Type } from 'typebox';
import { NullableString } from '#contract/nullable-schemas.ts';
import { ORDER_PRIORITIES, type OrderPriority } from '#contract/orders/order.ts';
import type { Resource } from './document-index.ts';
import { type CriticalResult, CriticalResultSchema, type FollowUp, FollowUpSchema } from './follow-ups.ts';
import { IdentifiersSchema } from './records.ts';

const tags = Type.Array(Type.String());
/** True for the sample practice's patients and exams, absent elsewhere. */
const sample = Type.Optional(Type.Literal(true));

export const PatientSummarySchema = Type.Object({
  display_name: Type.String(),
  legal_name: Type.String(),
  birth_date: NullableString,
  biological_sex: NullableString,
  identifiers: IdentifiersSchema,
  external_id: NullableString,
  tags,
  sample,
});
export type PatientSummary = Static<typeof PatientSummarySchema>;

export const ExamSummarySchema = Type.Object({
  title: NullableString,
  modality: NullableString,
  exam_date: NullableString,
  report_status: NullableString,
  /** Accession number, from `custom_attributes.accession_number`. */
  accession_number: NullableString,
  /** Of `custom_attributes.order`; null where absent. */
  priority: Type.Unsafe<OrderPriority | null>({
    type: ['string', 'null'],
    enum: [...ORDER_PRIORITIES, null],
  }),
  /** A day `YYYY-MM-DD`, or a UTC instant. */
  due: NullableString,
  /** The referrer's name. */
  referrer: NullableString,
  /** Recommended follow-ups, from `custom_attributes.follow_ups`; null for none. */
  follow_ups: Type.Unsafe<FollowUp[] | null>({ type: ['array', 'null'], items: FollowUpSchema }),
  /** Critical result, from `custom_attributes.critical_result`. */
  critical_result: Type.Unsafe<CriticalResult | null>({ ...CriticalResultSchema, type: ['object', 'null'] }),
  /** Joined in memory from the linked patient's summary; never sealed with the exam. */
  patient_name: NullableString,
  tags,
  sample,
});
export type ExamSummary = Static<typeof ExamSummarySchema>;

export const TemplateSummarySchema = Type.Object({ title: NullableString, modality: NullableString, tags });
export type TemplateSummary = Static<typeof TemplateSummarySchema>;

export interface SummaryOf {
  patients: PatientSummary;
  exams: ExamSummary;
  templates: TemplateSummary;
}

const SUMMARY_SCHEMAS: { readonly [R in Resource]: TUnsafe<SummaryOf[R]> } = {
  patients: Type.Unsafe<PatientSummary>(PatientSummarySchema),
  exams: Type.Unsafe<ExamSummary>(ExamSummarySchema),
  templates: Type.Unsafe<TemplateSummary>(TemplateSummarySchema),
};

export function summarySchema<R extends Resource>(resource: R): TUnsafe<SummaryOf[R]> {
  return SUMMARY_SCHEMAS[resource];
}
