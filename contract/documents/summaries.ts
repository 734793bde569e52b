/**
 * What `encrypted_index` holds, opened: the short summary that lists and search work on.
 * Source: choices, "Documents" (`summary`).
 */
import { type Static, Type } from 'typebox';
import { NullableString } from '../nullable.ts';
import { IdentifiersSchema } from './records.ts';

const tags = Type.Array(Type.String());

export const PatientSummarySchema = Type.Object({
  display_name: Type.String(),
  legal_name: Type.String(),
  birth_date: NullableString,
  identifiers: IdentifiersSchema,
  external_id: NullableString,
  tags,
});
export type PatientSummary = Static<typeof PatientSummarySchema>;

export const ExamSummarySchema = Type.Object({
  title: NullableString,
  modality: NullableString,
  exam_date: NullableString,
  report_status: NullableString,
  /** Joined in memory from the linked patient's summary; never sealed with the exam. */
  patient_name: NullableString,
  tags,
});
export type ExamSummary = Static<typeof ExamSummarySchema>;

export const TemplateSummarySchema = Type.Object({ title: NullableString, modality: NullableString, tags });
export type TemplateSummary = Static<typeof TemplateSummarySchema>;

export interface SummaryOf {
  patients: PatientSummary;
  exams: ExamSummary;
  templates: TemplateSummary;
}
