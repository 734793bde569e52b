/**
 * Marks a report as entered in error: reason, author and the previous status, so that the mark can be removed. A
 * version like any other; nothing is lost. Source: FHIR R4, DiagnosticReport.status.
 */
import type { JsonObject } from '#contract/documents/records.ts';
import { isJsonObject } from '#records/json-object.ts';
import { reportState, reportStatus, withReportFacts } from './report-status.ts';

export interface EnteredInError {
  readonly reason: string;
  readonly marked_by: string;
  readonly marked_at: string;
  /** Status before; null for an exam without a report. */
  readonly before: string | null;
}

export function isEnteredInError(status: string | null | undefined): boolean {
  return reportState(status) === 'enteredInError';
}

/**
 * Reads the mark of a report entered in error. Undefined where it was not marked here: imported as such, or not in
 * error.
 */
export function readEnteredInError(attributes: JsonObject | null): EnteredInError | undefined {
  if (!isEnteredInError(reportStatus(attributes))) return undefined;
  const report = attributes?.['report'];
  const mark = isJsonObject(report) ? report['entered_in_error'] : undefined;
  if (!isJsonObject(mark)) return undefined;
  const text = (key: string): string => {
    const value = mark[key];
    return typeof value === 'string' ? value : '';
  };
  return {
    reason: text('reason'),
    marked_by: text('marked_by'),
    marked_at: text('marked_at'),
    before: text('before') || null,
  };
}

export function markEnteredInError(
  attributes: JsonObject | null,
  mark: Omit<EnteredInError, 'before'>,
): JsonObject {
  const entered_in_error = { ...mark, before: reportStatus(attributes) };
  return withReportFacts(attributes, { status: 'entered-in-error', entered_in_error });
}

/** Restores the status before the mark; unchanged where none is stored. */
export function removeEnteredInError(attributes: JsonObject | null): JsonObject | null {
  const mark = readEnteredInError(attributes);
  if (mark === undefined) return attributes;
  const changed = withReportFacts(attributes, {
    status: mark.before ?? undefined,
    entered_in_error: undefined,
  });
  const { report, ...rest } = changed;
  return isJsonObject(report) && Object.keys(report).length === 0 ? rest : changed;
}
