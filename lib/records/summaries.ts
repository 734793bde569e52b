/**
 * Builds summaries from a record and its tags, as sealed in `encrypted_index`; their wire form; and the texts that
 * search uses, in the vault and in every interface. Source: choices, "Documents" (`summary`, `q`).
 */
import type { Resource } from '#contract/documents/document-index.ts';
import type { JsonObject, RecordOf } from '#contract/documents/records.ts';
import type { SummaryOf } from '#contract/documents/summaries.ts';
import { SHORT_TEXT_MAX_CHARS } from '#contract/limits.ts';
import { completeSummary } from './complete-record.ts';
import { matchesAll, wordsOf } from './folded-text.ts';
import { accessionNumber } from './identity/accession-number.ts';
import { identifierValues } from './identity/identifiers.ts';
import { LETTERHEAD_KIND } from './letter/letterhead.ts';
import { orderSummary } from './orders/order-summary.ts';
import { criticalFor, readCritical } from './reports/critical-result.ts';
import { readFollowUps } from './reports/follow-ups.ts';
import { reportStatus } from './reports/report-status.ts';
import { isSample } from './sample/sample-mark.ts';
import type { StoredSummaryOf } from './sealed-summary.ts';

type Summarise<R extends Resource> = (record: RecordOf[R], tags: readonly string[]) => StoredSummaryOf[R];

const SUMMARISE: { readonly [R in Resource]: Summarise<R> } = {
  patients: (record, tags) =>
    completeSummary('patients', { ...record, tags: [...tags], ...sampleOf(record.custom_attributes) }),
  exams: (record, tags) =>
    completeSummary('exams', {
      ...record,
      report_status: reportStatus(record.custom_attributes),
      accession_number: accessionNumber(record.custom_attributes),
      ...orderSummary(record.custom_attributes),
      ...trackedOf(record.custom_attributes),
      tags: [...tags],
      ...sampleOf(record.custom_attributes),
    }),
  templates: (record, tags) =>
    completeSummary('templates', { ...record, tags: tagsWithKind(record.custom_attributes, tags) }),
};

function sampleOf(attributes: JsonObject | null): { readonly sample?: true } {
  return isSample(attributes) ? { sample: true } : {};
}

/** Adds a letterhead's tag if its author left it out, because the summary alone tells it from a report template. */
function tagsWithKind(attributes: JsonObject | null, tags: readonly string[]): string[] {
  const isUntagged = attributes?.['kind'] === LETTERHEAD_KIND && !tags.includes(LETTERHEAD_KIND);
  return isUntagged ? [...tags, LETTERHEAD_KIND] : [...tags];
}

export function summarise<R extends Resource>(
  resource: R,
  record: RecordOf[R],
  tags: readonly string[],
): StoredSummaryOf[R] {
  return SUMMARISE[resource](record, tags);
}

/** The summary for a response: an exam's includes its patient's name. */
export function wireSummary<R extends Resource>(
  stored: StoredSummaryOf[R],
  patientName: string | null,
): SummaryOf[R];
export function wireSummary(stored: StoredSummaryOf[Resource], patientName: string | null) {
  return 'report_status' in stored ? { ...stored, patient_name: patientName } : stored;
}

/** A summary for the exam's present patient: a communication about another patient does not count. */
export function summaryFor<S extends SummaryOf[Resource]>(summary: S, patientId: string | null): S {
  if (!('critical_result' in summary) || summary.critical_result === null) return summary;
  return { ...summary, critical_result: criticalFor(summary.critical_result, patientId) };
}

/** Texts a search looks in, as written; `patientName` is an exam's. Days are `YYYY-MM-DD`. */
export function searchedTexts(summary: StoredSummaryOf[Resource], patientName: string | null): string[] {
  const texts =
    'display_name' in summary
      ? [
          summary.display_name,
          summary.legal_name,
          dayOf(summary.birth_date),
          summary.external_id,
          ...identifierValues(summary.identifiers),
        ]
      : [summary.title, summary.modality, patientName];
  if ('report_status' in summary) {
    const { exam_date, report_status, accession_number, referrer } = summary;
    texts.push(dayOf(exam_date), report_status, accession_number, referrer);
  }
  return [...texts, ...summary.tags].flatMap((text) => text || []);
}

/** True when every wanted word, folded, begins a searchable word; of an exam's patient only the name counts. */
export function isFoundBy(
  summary: StoredSummaryOf[Resource] | SummaryOf['exams'],
  wanted: readonly string[],
): boolean {
  if (wanted.length === 0) return true;
  const patientName = 'patient_name' in summary ? summary.patient_name : null;
  return matchesAll(wordsOf(searchedTexts(summary, patientName).join('\n')), wanted);
}

/** Shortens long texts for lists. */
function trackedOf(
  attributes: JsonObject | null,
): Pick<StoredSummaryOf['exams'], 'follow_ups' | 'critical_result'> {
  const first = (text: string) => text.slice(0, SHORT_TEXT_MAX_CHARS);
  const followUps = readFollowUps(attributes).map((each) => ({ ...each, text: first(each.text) }));
  const critical = readCritical(attributes);
  return {
    follow_ups: followUps.length === 0 ? null : followUps,
    critical_result: critical ? { ...critical, finding: first(critical.finding) } : null,
  };
}

function dayOf(instant: string | null): string | null {
  return instant === null ? null : instant.slice(0, 10);
}
