import type { Resource } from '#contract/documents/document-index.ts';
import type { RecordInputOf, RecordOf } from '#contract/documents/records.ts';
import type { TimePrecision } from '#contract/instant.ts';
import type { ReportPairs } from '../reports/report-pairs.ts';
import { normaliseExam } from './exam-record.ts';
import { normalisePatient, normalisePatientDraft } from './patient-record.ts';
import { normaliseTemplate } from './template-record.ts';

/** What normalising needs besides the record. */
export interface NormaliseOptions {
  readonly precision: TimePrecision;
  readonly reports: ReportPairs;
  /** A draft may be unfinished: a patient without names passes. */
  readonly isDraft: boolean;
}

type Normalise<R extends Resource> = (
  input: RecordInputOf[R],
  options: NormaliseOptions,
) => RecordOf[R] | Promise<RecordOf[R]>;

const NORMALISE: { readonly [R in Resource]: Normalise<R> } = {
  patients: (input, { precision, isDraft }) =>
    isDraft ? normalisePatientDraft(input, precision) : normalisePatient(input, precision),
  exams: (input, { reports }) => normaliseExam(input, reports),
  templates: (input, { reports }) => normaliseTemplate(input, reports),
};

/** @throws invalid_request naming the field that is wrong, never its value. */
export function normaliseRecord<R extends Resource>(
  resource: R,
  input: RecordInputOf[R],
  options: NormaliseOptions,
): RecordOf[R] | Promise<RecordOf[R]> {
  return NORMALISE[resource](input, options);
}
