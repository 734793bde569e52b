/**
 * Reads and changes the facts about a report in `custom_attributes.report`: FHIR status, signer, reason of an
 * amendment, and the pending change of a draft. Other custom attributes stay. The status may also be in the flat key
 * `report.status`; the object takes precedence, because it has status and signature together.
 * Source: choices, "Documents" (`report.status`); clinician's reference, "State wording".
 */
import type { JsonObject } from '#contract/documents/records.ts';
import { isJsonObject } from '#records/json-object.ts';

/** Kind of the next version, once a final report is opened for a change. */
export type PendingChange =
  | {
      readonly kind: 'addendum' /** Blocks of the signed text and the dated heading: they stay as they are. */;
      readonly kept_blocks: number;
    }
  | { readonly kind: 'amended' | 'corrected'; readonly reason: string };

export interface ReportFacts {
  /** FHIR DiagnosticReport.status, or null for a report never sealed in the editor. */
  readonly status: string | null;
  readonly pending: PendingChange | null;
  readonly signed_by: string | null;
  readonly signed_at: string | null;
}

/** State of a report on screen and paper, derived from its FHIR status. */
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

/** `toReport` without a status (unread exam); `sealed` with an unknown status. */
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

/** True for a signed report that is not opened for a change. */
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

/** Changes some facts of the report; `undefined` removes one. */
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
 * Stores why a version was sealed, with the previous version's id, so that a later version that inherits the attributes
 * does not show the old reason.
 */
export function withSealReason(
  attributes: JsonObject | null,
  text: string | undefined,
  after: string | null,
): JsonObject | null {
  if (text === undefined && reportObject(attributes)['seal_reason'] === undefined) return attributes;
  return withReportFacts(attributes, { seal_reason: text === undefined ? undefined : { text, after } });
}

/** The reason of the version that follows `after`, if stated. */
export function sealReason(attributes: JsonObject | null, after: string | null): string | null {
  const reason = reportObject(attributes)['seal_reason'];
  return isJsonObject(reason) && reason['after'] === after ? textOrNull(reason['text']) : null;
}

/** Keys of the report object this file interprets; other keys stay unchanged. */
const FACTS: ReadonlySet<string> = new Set([
  'status',
  'pending',
  'signed_by',
  'signed_at',
  'amend_reason',
  'seal_reason',
  'entered_in_error',
]);

/** `attributes` with all report facts replaced by those of `from`. */
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
