/**
 * Where a report has been: every change of its patient stands sealed at the exam, `custom_attributes.moves`, and a
 * report that was moved leaves a trace at both patients, `custom_attributes.moved_reports`. The trace names the exam
 * and not the other patient: what is given out of one never carries the name of the other.
 */
import type { JsonObject } from '#contract/documents/records.ts';
import { isJsonObject } from '#records/json-object.ts';

export interface ExamMove {
  /** Ids; null for no patient. */
  readonly from: string | null;
  readonly to: string | null;
  readonly moved_at: string;
  readonly moved_by: string;
  readonly reason: string;
}

export interface MovedReport {
  readonly exam_id: string;
  readonly title: string;
  /** As this patient sees it. */
  readonly way: 'out' | 'in';
  readonly moved_at: string;
  readonly moved_by: string;
  readonly reason: string;
}

const MOVES = 'moves';
const TRACES = 'moved_reports';

/** Oldest first. */
export function readMoves(attributes: JsonObject | null): ExamMove[] {
  return entriesOf(attributes, MOVES).map((entry) => ({
    from: textOf(entry, 'from') || null,
    to: textOf(entry, 'to') || null,
    moved_at: textOf(entry, 'moved_at'),
    moved_by: textOf(entry, 'moved_by'),
    reason: textOf(entry, 'reason'),
  }));
}

export function withMove(attributes: JsonObject | null, move: ExamMove): JsonObject {
  return { ...attributes, [MOVES]: [...entriesOf(attributes, MOVES), { ...move }] };
}

/** Oldest first. */
export function readMovedReports(attributes: JsonObject | null): MovedReport[] {
  return entriesOf(attributes, TRACES).map((entry) => ({
    exam_id: textOf(entry, 'exam_id'),
    title: textOf(entry, 'title'),
    way: entry['way'] === 'out' ? 'out' : 'in',
    moved_at: textOf(entry, 'moved_at'),
    moved_by: textOf(entry, 'moved_by'),
    reason: textOf(entry, 'reason'),
  }));
}

/** Once, however often it is said. */
export function withMovedReport(attributes: JsonObject | null, trace: MovedReport): JsonObject {
  const known = entriesOf(attributes, TRACES);
  const isKnown = known.some(
    (entry) =>
      entry['exam_id'] === trace.exam_id &&
      entry['moved_at'] === trace.moved_at &&
      entry['way'] === trace.way,
  );
  return { ...attributes, [TRACES]: isKnown ? known : [...known, { ...trace }] };
}

function entriesOf(attributes: JsonObject | null, key: string): JsonObject[] {
  const kept = attributes?.[key];
  return Array.isArray(kept) ? kept.filter(isJsonObject) : [];
}

function textOf(entry: JsonObject, key: string): string {
  const value = entry[key];
  return typeof value === 'string' ? value : '';
}
