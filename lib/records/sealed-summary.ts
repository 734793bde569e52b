import type { ExamSummary, PatientSummary, TemplateSummary } from '#contract/documents/summaries.ts';

/** Types of summaries sealed in `encrypted_index`: an exam's lacks its patient's name, which is joined when read. */
export interface StoredSummaryOf {
  patients: PatientSummary;
  exams: Omit<ExamSummary, 'patient_name'>;
  templates: TemplateSummary;
}
