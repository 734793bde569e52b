/**
 * A report that was entered in error: why, by whom, and what it was before, so that the mark can be taken back. It is a
 * version like any other; nothing of what stood there is lost. Source: FHIR R4, DiagnosticReport.status.
 */
import type { JsonObject } from '#contract/documents/records.ts';
import { isJsonObject } from '#records/json-object.ts';
import { reportState, reportStatus, withReportFacts } from './report-status.ts';

export interface EnteredInError {
  readonly reason: string;
  readonly marked_by: string;
  readonly marked_at: string;
  /** Status before the mark; null for an exam without a report. */
  readonly before: string | null;
}

export function isEnteredInError(status: string | null | undefined): boolean {
  return reportState(status) === 'enteredInError';
}

/** Undefined where nobody marked it here: it came so from elsewhere, or it is none. */
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

/** As it stood before the mark. Without one nothing is known, and nothing is changed. */
export function takeBackMark(attributes: JsonObject | null): JsonObject | null {
  const mark = readEnteredInError(attributes);
  if (mark === undefined) return attributes;
  const changed = withReportFacts(attributes, {
    status: mark.before ?? undefined,
    entered_in_error: undefined,
  });
  const { report, ...rest } = changed;
  return isJsonObject(report) && Object.keys(report).length === 0 ? rest : changed;
}
