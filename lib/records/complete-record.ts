/**
 * Every field of the contract, null where a record or summary lacks it: what is sealed today has them all, what
 * an older version sealed may not. Written out field by field, so that a field added to the contract does not
 * compile until it stands here. What the contract does not know is left out.
 */
import type { Resource } from '#contract/documents/document-index.ts';
import type { RecordOf } from '#contract/documents/records.ts';
import type { StoredSummaryOf } from './sealed-summary.ts';

type CompleteRecord<R extends Resource> = (given: Partial<RecordOf[R]>) => RecordOf[R];
type CompleteSummary<R extends Resource> = (given: Partial<StoredSummaryOf[R]>) => StoredSummaryOf[R];

const RECORDS: { readonly [R in Resource]: CompleteRecord<R> } = {
  patients: (given) => ({
    legal_name: given.legal_name ?? '',
    display_name: given.display_name ?? '',
    identifiers: given.identifiers ?? null,
    external_id: given.external_id ?? null,
    birth_date: given.birth_date ?? null,
    biological_sex: given.biological_sex ?? null,
    gender_identity: given.gender_identity ?? null,
    race_identity: given.race_identity ?? null,
    email: given.email ?? null,
    phone: given.phone ?? null,
    address: given.address ?? null,
    internal_notes: given.internal_notes ?? null,
    custom_attributes: given.custom_attributes ?? null,
  }),
  exams: (given) => ({
    title: given.title ?? null,
    modality: given.modality ?? null,
    exam_date: given.exam_date ?? null,
    report_lexical: given.report_lexical ?? null,
    report_html: given.report_html ?? null,
    custom_attributes: given.custom_attributes ?? null,
  }),
  templates: (given) => ({
    title: given.title ?? null,
    modality: given.modality ?? null,
    report_lexical: given.report_lexical ?? null,
    report_html: given.report_html ?? null,
    custom_attributes: given.custom_attributes ?? null,
  }),
};

const SUMMARIES: { readonly [R in Resource]: CompleteSummary<R> } = {
  patients: (given) => ({
    display_name: given.display_name ?? '',
    legal_name: given.legal_name ?? '',
    birth_date: given.birth_date ?? null,
    biological_sex: given.biological_sex ?? null,
    identifiers: given.identifiers ?? null,
    external_id: given.external_id ?? null,
    tags: given.tags ?? [],
  }),
  exams: (given) => ({
    title: given.title ?? null,
    modality: given.modality ?? null,
    exam_date: given.exam_date ?? null,
    report_status: given.report_status ?? null,
    accession_number: given.accession_number ?? null,
    follow_ups: given.follow_ups ?? null,
    critical_result: given.critical_result ?? null,
    tags: given.tags ?? [],
  }),
  templates: (given) => ({
    title: given.title ?? null,
    modality: given.modality ?? null,
    tags: given.tags ?? [],
  }),
};

const FIELDS: Readonly<Record<Resource, readonly string[]>> = {
  patients: Object.keys(RECORDS.patients({})),
  exams: Object.keys(RECORDS.exams({})),
  templates: Object.keys(RECORDS.templates({})),
};

/** Whether a record has every field of the contract and no other: `completeRecord` would give the same. */
export function isComplete<R extends Resource>(
  resource: R,
  given: Partial<RecordOf[R]>,
): given is RecordOf[R] {
  const names = Object.keys(given);
  const fields = FIELDS[resource];
  // In the contract's order, as they are sealed.
  return names.length === fields.length && fields.every((field, at) => names[at] === field);
}

/** A patient's names, which no record is sealed without, become empty text where a draft lacks them. */
export function completeRecord<R extends Resource>(resource: R, given: Partial<RecordOf[R]>): RecordOf[R] {
  return RECORDS[resource](given);
}

export function completeSummary<R extends Resource>(
  resource: R,
  given: Partial<StoredSummaryOf[R]>,
): StoredSummaryOf[R] {
  return SUMMARIES[resource](given);
}
