/**
 * What `custom_attributes.report` says about a report: its FHIR status, who signed, why it was amended, and
 * what kind of change a draft is about to make. The rest of `custom_attributes` belongs to others and stays.
 * Source: choices, "Documents" (`report.status`); clinician's reference, "State wording".
 */
import type { JsonObject } from '#contract/documents/records.ts';

/** What the next version will be, once a final report is opened again. */
export type PendingChange =
  | {
      readonly kind: 'addendum' /** Blocks of the signed text, which stay as they are. */;
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

export function reportFacts(attributes: JsonObject | null): ReportFacts {
  const report = reportObject(attributes);
  const flat = attributes?.['report.status'];
  return {
    status: textOrNull(report['status']) ?? textOrNull(flat),
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
  const { status } = reportFacts(attributes);
  const report = { ...(status === null ? {} : { status }), ...reportObject(attributes), ...changes };
  const kept = Object.entries(report).filter(([, value]) => value !== undefined);
  return { ...rest, report: Object.fromEntries(kept) };
}

export function reportObject(attributes: JsonObject | null): Readonly<Record<string, unknown>> {
  const report = attributes?.['report'];
  return isObject(report) ? report : {};
}

function parsePending(value: unknown): PendingChange | null {
  if (!isObject(value)) return null;
  const { kind, kept_blocks: kept, reason } = value;
  if (kind === 'addendum' && typeof kept === 'number') return { kind, kept_blocks: kept };
  if (kind === 'amended' || kind === 'corrected') return { kind, reason: textOrNull(reason) ?? '' };
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
