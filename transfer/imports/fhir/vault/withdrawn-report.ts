/**
 * A report its source withdrew while a person had changed its text: the text stays, and the report stands as withdrawn,
 * since nothing withdrawn may read as an ordinary result. A person may take the mark back, and it is not set again.
 */
import type { JsonObject } from '#contract/documents/records.ts';
import { isEnteredInError, markEnteredInError } from '#records/reports/entered-in-error.ts';
import { reportStatus } from '#records/reports/report-status.ts';
import { type FhirTarget, readMark } from './import-provenance.ts';
import type { Merged } from './merge-held.ts';

export interface Withdrawal {
  readonly attributes: JsonObject | null;
  /** Else a person has seen to it, or it stands so. */
  readonly isNew: boolean;
}

/** Undefined where the source says no such thing, or what it says is taken as it is. */
export function withdrawnBySource(
  { nowMs }: Pick<FhirTarget, 'nowMs'>,
  { record, kept, before }: Pick<Merged<'exams'>, 'record' | 'kept' | 'before'>,
  incoming: JsonObject,
): Withdrawal | undefined {
  const attributes = record.custom_attributes;
  const status = reportStatus(incoming);
  // What never was a report of the source is no result it could withdraw.
  if (!kept.includes('report') || before['report'] === undefined || !isEnteredInError(status))
    return undefined;
  const { withdrawn, source_id } = readMark(attributes);
  if (withdrawn === true || isEnteredInError(reportStatus(attributes))) return { attributes, isNew: false };
  const mark = {
    reason: `Its source withdrew it: ${status}`,
    marked_by: source_id ?? 'FHIR',
    marked_at: new Date(nowMs).toISOString(),
  };
  return { attributes: markEnteredInError(attributes, mark), isNew: true };
}
