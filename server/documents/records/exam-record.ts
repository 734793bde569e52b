import type { ExamRecord, ExamRecordInput } from '#contract/documents/records.ts';
import type { ReportPairs } from '../reports/report-pairs.ts';
import { checkCustomAttributes } from './custom-attributes.ts';
import { requireInstant } from './patient-record.ts';

/**
 * An exam record as sealed: the report pair whole, the date an instant in UTC, every field present.
 * @throws invalid_request when a date, the report or the attributes are not right.
 */
export async function normaliseExam(input: ExamRecordInput, reports: ReportPairs): Promise<ExamRecord> {
  checkCustomAttributes(input.custom_attributes);
  const examDate = input.exam_date ?? null;
  return {
    title: input.title ?? null,
    modality: input.modality ?? null,
    exam_date: examDate === null ? null : requireInstant(examDate, 'record.exam_date'),
    ...(await reports.complete(input)),
    custom_attributes: input.custom_attributes ?? null,
  };
}
