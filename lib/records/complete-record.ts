/**
 * Adds every field of the contract, null where a record or summary of an older release lacks it. Fields are listed one
 * by one, so that a new field of the contract does not compile until added here. Unknown fields are dropped.
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
    ...sampleOf(given),
  }),
  exams: (given) => ({
    title: given.title ?? null,
    modality: given.modality ?? null,
    exam_date: given.exam_date ?? null,
    report_status: given.report_status ?? null,
    accession_number: given.accession_number ?? null,
    priority: given.priority ?? null,
    due: given.due ?? null,
    referrer: given.referrer ?? null,
    follow_ups: given.follow_ups ?? null,
    critical_result: given.critical_result ?? null,
    tags: given.tags ?? [],
    ...sampleOf(given),
  }),
  templates: (given) => ({
    title: given.title ?? null,
    modality: given.modality ?? null,
    tags: given.tags ?? [],
  }),
};

/** Absent unless true, so that other summaries stay as they are sealed. */
function sampleOf({ sample }: { readonly sample?: true }): { readonly sample?: true } {
  return sample === true ? { sample } : {};
}

const FIELDS: Readonly<Record<Resource, readonly string[]>> = {
  patients: Object.keys(RECORDS.patients({})),
  exams: Object.keys(RECORDS.exams({})),
  templates: Object.keys(RECORDS.templates({})),
};

/** True when a record has exactly the contract's fields: `completeRecord` would not change it. */
export function isComplete<R extends Resource>(
  resource: R,
  given: Partial<RecordOf[R]>,
): given is RecordOf[R] {
  const names = Object.keys(given);
  const fields = FIELDS[resource];
  // In the contract's order, as sealed.
  return names.length === fields.length && fields.every((field, at) => names[at] === field);
}

/** Missing names of a patient's draft become empty text; sealed versions always have them. */
export function completeRecord<R extends Resource>(resource: R, given: Partial<RecordOf[R]>): RecordOf[R] {
  return RECORDS[resource](given);
}

export function completeSummary<R extends Resource>(
  resource: R,
  given: Partial<StoredSummaryOf[R]>,
): StoredSummaryOf[R] {
  return SUMMARIES[resource](given);
}
