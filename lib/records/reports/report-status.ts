/**
 * What `custom_attributes.report` says about a report: its FHIR status, who signed, why it was amended, and
 * what kind of change a draft is about to make. The rest of `custom_attributes` belongs to others and stays.
 * The status may also stand under the flat key `report.status`; where both are given, the object's counts,
 * because signature and status stand there together.
 * Source: choices, "Documents" (`report.status`); clinician's reference, "State wording".
 */
import type { JsonObject } from '#contract/documents/records.ts';
import { isJsonObject } from '#records/json-object.ts';

/** What the next version will be, once a final report is opened again. */
export type PendingChange =
  | {
      readonly kind: 'addendum' /** Blocks of the signed text and the dated heading: they stay as they are. */;
      readonly kept_blocks: number;
    }
  | { readonly kind: 'amended' | 'corrected'; readonly reason: string };

export interface ReportFacts {
  /** FHIR DiagnosticReport.status, or null for a report nobody has sealed in the editor. */
  readonly status: string | null;
  readonly pending: PendingChange | null;
  readonly signed_by: string | null;
  readonly signed_at: string | null;
}

/** What a report is called, on screen and on paper, by its FHIR DiagnosticReport.status. */
export type ReportState =
  | 'toReport'
  | 'preliminary'
  | 'final'
  | 'appended'
  | 'amended'
  | 'corrected'
  | 'enteredInError';

const STATES: Readonly<Record<string, ReportState>> = {
  registered: 'preliminary',
  partial: 'preliminary',
  preliminary: 'preliminary',
  modified: 'amended',
  final: 'final',
  appended: 'appended',
  amended: 'amended',
  corrected: 'corrected',
  'entered-in-error': 'enteredInError',
  cancelled: 'enteredInError',
};

/** `toReport` without a status: nobody has read the exam yet; `sealed` with one FHIR does not know. */
export function reportState(status: string | null | undefined): ReportState | 'sealed' {
  return status ? (STATES[status] ?? 'sealed') : 'toReport';
}

const SIGNED: ReadonlySet<string> = new Set([
  'final',
  'appended',
  'amended',
  'corrected',
  'entered-in-error',
]);

export function isSigned(status: string | null): boolean {
  return status !== null && SIGNED.has(status);
}

/** Whether somebody answers for the text as it stands: signed, and not opened again for a change. */
export function isSignedText(attributes: JsonObject | null): boolean {
  const { status, pending } = reportFacts(attributes);
  return isSigned(status) && pending === null;
}

export function reportStatus(attributes: JsonObject | null): string | null {
  return textOrNull(reportObject(attributes)['status']) ?? textOrNull(attributes?.['report.status']);
}

export function reportFacts(attributes: JsonObject | null): ReportFacts {
  const report = reportObject(attributes);
  return {
    status: reportStatus(attributes),
    pending: parsePending(report['pending']),
    signed_by: textOrNull(report['signed_by']),
    signed_at: textOrNull(report['signed_at']),
  };
}

/** The attributes with some facts of the report changed; `undefined` takes one out. */
export function withReportFacts(
  attributes: JsonObject | null,
  changes: Readonly<Record<string, unknown>>,
): JsonObject {
  const { 'report.status': _, ...rest } = attributes ?? {};
  const status = reportStatus(attributes);
  const report = { ...reportObject(attributes), ...(status === null ? {} : { status }), ...changes };
  const kept = Object.entries(report).filter(([, value]) => value !== undefined);
  return { ...rest, report: Object.fromEntries(kept) };
}

/**
 * Why a version was sealed. It names the version it was sealed upon, so that a later one that carries the
 * attributes on is not given the reason of an earlier one.
 */
export function withSealReason(
  attributes: JsonObject | null,
  text: string | undefined,
  after: string | null,
): JsonObject | null {
  if (text === undefined && reportObject(attributes)['seal_reason'] === undefined) return attributes;
  return withReportFacts(attributes, { seal_reason: text === undefined ? undefined : { text, after } });
}

/** The reason the version upon `after` was sealed for, if one was given. */
export function sealReason(attributes: JsonObject | null, after: string | null): string | null {
  const reason = reportObject(attributes)['seal_reason'];
  return isJsonObject(reason) && reason['after'] === after ? textOrNull(reason['text']) : null;
}

/** What this file gives a meaning to; any other key of the report object is somebody else's. */
const FACTS: ReadonlySet<string> = new Set([
  'status',
  'pending',
  'signed_by',
  'signed_at',
  'amend_reason',
  'seal_reason',
  'entered_in_error',
]);

/** `attributes` with all that `from` says about its report, and nothing of what they said themselves. */
export function withFactsOf(attributes: JsonObject | null, from: JsonObject | null): JsonObject | null {
  const { 'report.status': _, report, ...rest } = attributes ?? {};
  const foreign = Object.entries(reportObject(attributes)).filter(([name]) => !FACTS.has(name));
  const facts = Object.entries(reportObject(withReportFacts(from, {}))).filter(([name]) => FACTS.has(name));
  if (foreign.length + facts.length > 0)
    return { ...rest, report: Object.fromEntries([...foreign, ...facts]) };
  if (attributes === null) return null;
  return report === undefined || isJsonObject(report) ? rest : { ...rest, report };
}

function reportObject(attributes: JsonObject | null): Readonly<Record<string, unknown>> {
  const report = attributes?.['report'];
  return isJsonObject(report) ? report : {};
}

function parsePending(value: unknown): PendingChange | null {
  if (!isJsonObject(value)) return null;
  const { kind, kept_blocks: kept, reason } = value;
  if (kind === 'addendum' && typeof kept === 'number') return { kind, kept_blocks: kept };
  if (kind === 'amended' || kind === 'corrected') return { kind, reason: textOrNull(reason) ?? '' };
  return null;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
