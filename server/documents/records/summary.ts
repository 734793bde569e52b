/** The summary of a record, as it is sealed in `encrypted_index`. Source: choices, "Documents" (`summary`). */
import type { Resource } from '#contract/documents/document-index.ts';
import type { JsonObject, RecordOf } from '#contract/documents/records.ts';
import type { SummaryOf } from '#contract/documents/summaries.ts';
import type { StoredSummaryOf } from '#server/access/document-search.ts';

type Summarise<R extends Resource> = (record: RecordOf[R], tags: readonly string[]) => StoredSummaryOf[R];

const SUMMARISE: { readonly [R in Resource]: Summarise<R> } = {
  patients: (record, tags) => ({
    display_name: record.display_name,
    legal_name: record.legal_name,
    birth_date: record.birth_date,
    identifiers: record.identifiers,
    external_id: record.external_id,
    tags: [...tags],
  }),
  exams: (record, tags) => ({
    title: record.title,
    modality: record.modality,
    exam_date: record.exam_date,
    report_status: reportStatus(record.custom_attributes),
    tags: [...tags],
  }),
  templates: (record, tags) => ({ title: record.title, modality: record.modality, tags: [...tags] }),
};

export function summarise<R extends Resource>(
  resource: R,
  record: RecordOf[R],
  tags: readonly string[],
): StoredSummaryOf[R] {
  return SUMMARISE[resource](record, tags);
}

/** The summary as answered: an exam's with the name of its patient. */
export function wireSummary<R extends Resource>(
  stored: StoredSummaryOf[R],
  patientName: string | null,
): SummaryOf[R];
export function wireSummary(stored: StoredSummaryOf[Resource], patientName: string | null) {
  return 'report_status' in stored ? { ...stored, patient_name: patientName } : stored;
}

/** `custom_attributes` hold it as `{report: {status}}` or under the flat key `report.status`. */
function reportStatus(attributes: JsonObject | null): string | null {
  if (attributes === null) return null;
  const flat = attributes['report.status'];
  if (typeof flat === 'string') return flat;
  const report = attributes['report'];
  if (typeof report !== 'object' || report === null || !('status' in report)) return null;
  return typeof report.status === 'string' ? report.status : null;
}
