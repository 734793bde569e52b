/**
 * Handles a report that its source withdrew after a person changed its text: the text stays, and the report is marked
 * as withdrawn, so that it never reads as valid. A person may remove the mark; it is not set again.
 */
import type { JsonObject } from '#contract/documents/records.ts';
import { isEnteredInError, markEnteredInError } from '#records/reports/entered-in-error.ts';
import { reportStatus } from '#records/reports/report-status.ts';
import { type FhirTarget, readProvenance } from './import-provenance.ts';
import type { Merged } from './merge-stored-record.ts';

export interface Withdrawal {
  readonly attributes: JsonObject | null;
  /** False when a person has reviewed it, or it is already marked. */
  readonly isNew: boolean;
}

/**
 * Decides how a withdrawal is applied; undefined where the source withdraws nothing, or its withdrawal is applied
 * normally.
 */
export function withdrawnBySource(
  { nowMs }: Pick<FhirTarget, 'nowMs'>,
  { record, kept, before }: Pick<Merged<'exams'>, 'record' | 'kept' | 'before'>,
  incoming: JsonObject,
): Withdrawal | undefined {
  const attributes = record.custom_attributes;
  const status = reportStatus(incoming);
  // Without an earlier report from this source there is nothing to withdraw.
  if (!kept.includes('report') || before['report'] === undefined || !isEnteredInError(status))
    return undefined;
  const { withdrawn, source_id } = readProvenance(attributes);
  if (withdrawn === true || isEnteredInError(reportStatus(attributes))) return { attributes, isNew: false };
  const mark = {
    reason: `Its source withdrew it: ${status}`,
    marked_by: source_id ?? 'FHIR',
    marked_at: new Date(nowMs).toISOString(),
  };
  return { attributes: markEnteredInError(attributes, mark), isNew: true };
}
