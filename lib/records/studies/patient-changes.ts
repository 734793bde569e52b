/**
 * History of an exam's patient changes, sealed in the exam's `custom_attributes.moves`. A moved report also leaves a
 * trace at both patients, `custom_attributes.moved_reports`. It names the exam and not the other patient, so that an
 * export of one never names the other.
 */
import type { JsonObject } from '#contract/documents/records.ts';
import { withMovedOwners } from '#records/identity/picture-owner.ts';
import { isJsonObject } from '#records/json-object.ts';
import { withMovedCritical } from '#records/reports/critical-result.ts';
import { withMovedFollowUps } from '#records/reports/follow-ups.ts';

export interface ExamMove {
  /** Patient ids before and after the move; null for no patient. */
  readonly from: string | null;
  readonly to: string | null;
  readonly moved_at: string;
  readonly moved_by: string;
  readonly reason: string;
}

export interface MovedReport {
  readonly exam_id: string;
  readonly title: string;
  /** Direction of the move from this patient's view. */
  readonly way: 'out' | 'in';
  readonly moved_at: string;
  readonly moved_by: string;
  readonly reason: string;
}

const MOVES = 'moves';
const SETTLED = 'moves_settled';
const TRACES = 'moved_reports';

/** Reads the patient changes of an exam, oldest first. */
export function readMoves(attributes: JsonObject | null): ExamMove[] {
  return entriesOf(attributes, MOVES).map((entry) => ({
    from: textOf(entry, 'from') || null,
    to: textOf(entry, 'to') || null,
    moved_at: textOf(entry, 'moved_at'),
    moved_by: textOf(entry, 'moved_by'),
    reason: textOf(entry, 'reason'),
  }));
}

/**
 * Records the move of an exam to another patient. Statements about the first patient, such as a communicated
 * critical result, stay valid for that patient only.
 */
export function withMove(attributes: JsonObject | null, move: ExamMove): JsonObject {
  const critical = withMovedCritical(attributes, move.from, move.to);
  const said = withMovedOwners(withMovedFollowUps(critical, move), move);
  return { ...said, [MOVES]: [...entriesOf(said, MOVES), { ...move }] };
}

/** Moves away from a patient of whom something may have been said or given out, until a person settled it. */
export function unsettledMoves(attributes: JsonObject | null): ExamMove[] {
  const settled = entriesOf(attributes, SETTLED).map((entry) => textOf(entry, 'moved_at'));
  return readMoves(attributes).filter(({ from, moved_at }) => from !== null && !settled.includes(moved_at));
}

/** Records that everyone who had the report under the other name was told. Changes no signed text. */
export function withSettledMoves(
  attributes: JsonObject | null,
  settled: { readonly settled_by: string; readonly settled_at: string },
): JsonObject {
  const added = unsettledMoves(attributes).map(({ moved_at }) => ({ moved_at, ...settled }));
  return { ...attributes, [SETTLED]: [...entriesOf(attributes, SETTLED), ...added] };
}

/** Reads the moved reports of a patient, oldest first. */
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

/** Adds the trace of a moved report. Idempotent. */
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
