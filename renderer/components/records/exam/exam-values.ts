/** Converts an exam's facts to form text and back. Unchanged fields keep their exact bytes. */
import type { ExamRecord } from '#contract/documents/records.ts';
import type { DocumentView } from '#contract/documents/views.ts';
import {
  accessionNumber,
  isAccessionNumber,
  withAccessionNumber,
} from '#records/identity/accession-number.ts';
import { isEnteredInError } from '#records/reports/entered-in-error.ts';
import { isSigned, reportStatus } from '#records/reports/report-status.ts';
import { parseLenientDate } from '#renderer/components/dates/lenient-date.ts';

export interface ExamValues {
  readonly title: string;
  readonly modality: string;
  readonly exam_date: string;
  readonly accession: string;
  /** Tags separated by commas. */
  readonly tags: string;
}

export function valuesOf({ record, summary }: DocumentView<'exams'>): ExamValues {
  return {
    title: record.title ?? '',
    modality: record.modality ?? '',
    exam_date: dateText(record.exam_date),
    accession: accessionNumber(record.custom_attributes) ?? '',
    tags: summary.tags.join(', '),
  };
}

/** Formats a date, or a date with local time, as it is typed. */
function dateText(instant: string | null): string {
  if (instant === null) return '';
  if (instant.endsWith('T00:00:00.000Z')) return instant.slice(0, 10);
  const date = new Date(instant);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

export function tagsOf({ tags }: Pick<ExamValues, 'tags'>): string[] {
  return [...new Set(tags.split(',').flatMap((tag) => tag.trim() || []))];
}

export function isAccessionWrong({ accession }: ExamValues): boolean {
  return accession.trim() !== '' && !isAccessionNumber(accession.trim());
}

/** Applies only the fields that were changed in the form. */
export function withValues(record: ExamRecord, before: ExamValues, now: ExamValues): ExamRecord {
  const isChanged = (key: keyof ExamValues) => before[key].trim() !== now[key].trim();
  const read = parseLenientDate(now.exam_date);
  return {
    ...record,
    ...(isChanged('title') ? { title: now.title.trim() } : {}),
    ...(isChanged('modality') ? { modality: now.modality.trim().toUpperCase() || null } : {}),
    ...(isChanged('exam_date')
      ? { exam_date: read.kind === 'day' || read.kind === 'moment' ? read.iso : null }
      : {}),
    ...(isChanged('accession')
      ? { custom_attributes: withAccessionNumber(record.custom_attributes, now.accession) }
      : {}),
  };
}

/** Returns true if a signed fact changed; tags are not signed. */
export function areFactsChanged(before: ExamValues, now: ExamValues): boolean {
  const keys = ['title', 'modality', 'exam_date', 'accession'] as const;
  return keys.some((key) => before[key].trim() !== now[key].trim());
}

export function areTagsChanged(before: ExamValues, now: ExamValues): boolean {
  return tagsOf(before).join('\n') !== tagsOf(now).join('\n');
}

export function isReported({ record }: DocumentView<'exams'>): boolean {
  return reportStatus(record.custom_attributes) !== null;
}

export function isSignedReport({ record }: DocumentView<'exams'>): boolean {
  const status = reportStatus(record.custom_attributes);
  return isSigned(status) && !isEnteredInError(status);
}
