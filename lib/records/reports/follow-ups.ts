/**
 * Recommended follow-ups of a report: each with a due day, open until an exam is linked or a reason stated. Stored in
 * `custom_attributes.follow_ups`. Entries of an unknown form stay unchanged.
 */

import type { FollowUp } from '#contract/documents/follow-ups.ts';
import type { JsonObject } from '#contract/documents/records.ts';
import { isJsonObject } from '#records/json-object.ts';

const KEY = 'follow_ups';
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function readFollowUps(attributes: JsonObject | null): FollowUp[] {
  return keptEntries(attributes).flatMap((entry) => followUpOf(entry) ?? []);
}

/** Adds a follow-up, or replaces the one with its id. */
export function withFollowUp(attributes: JsonObject | null, followUp: FollowUp): JsonObject {
  const entries = keptEntries(attributes);
  const isKnown = entries.some((entry) => isEntry(entry, followUp.follow_up_id));
  const changed = isKnown
    ? entries.map((entry) =>
        isEntry(entry, followUp.follow_up_id)
          ? { ...(isJsonObject(entry) ? entry : {}), ...followUp }
          : entry,
      )
    : [...entries, followUp];
  return { ...attributes, [KEY]: changed };
}

export function withoutFollowUp(attributes: JsonObject | null, id: string): JsonObject {
  const entries = keptEntries(attributes).filter((entry) => !isEntry(entry, id));
  const { [KEY]: _, ...rest } = attributes ?? {};
  return entries.length === 0 ? rest : { ...rest, [KEY]: entries };
}

/** Updates follow-ups when an exam is moved to another patient: completed ones count for the former patient only. */
export function withMovedFollowUps(
  attributes: JsonObject | null,
  {
    from,
    to,
    moved_at,
  }: { readonly from: string | null; readonly to: string | null; readonly moved_at: string },
): JsonObject | null {
  if (from === null) return attributes;
  return readFollowUps(attributes).reduce<JsonObject | null>((kept, followUp) => {
    const before = followUp.stood_under ?? [];
    const again = before.findLast(({ patient_id }) => patient_id === to);
    const stood = { patient_id: from, until: moved_at, done: followUp.done };
    return withFollowUp(kept, { ...followUp, done: again?.done ?? null, stood_under: [...before, stood] });
  }, attributes);
}

export type FollowUpState = 'done' | 'overdue' | 'due' | 'planned';

/** `today`: `YYYY-MM-DD` in the reader's time zone. */
export function followUpState(followUp: FollowUp, today: string): FollowUpState {
  if (followUp.done) return 'done';
  if (followUp.due === today) return 'due';
  return followUp.due < today ? 'overdue' : 'planned';
}

const isEntry = (entry: unknown, id: string): boolean => isJsonObject(entry) && entry['follow_up_id'] === id;

function keptEntries(attributes: JsonObject | null): readonly unknown[] {
  const kept = attributes?.[KEY];
  return Array.isArray(kept) ? kept : [];
}

function followUpOf(entry: unknown): FollowUp | undefined {
  if (!isJsonObject(entry)) return undefined;
  const [id, due, text] = [textOf(entry, 'follow_up_id'), textOf(entry, 'due'), textOf(entry, 'text')];
  if (id === '' || text === '' || !DAY.test(due)) return undefined;
  const moved = Array.isArray(entry['moved']) ? entry['moved'].filter(isJsonObject) : [];
  const under = Array.isArray(entry['stood_under']) ? entry['stood_under'].filter(isJsonObject) : [];
  const stood = under.map((one) => ({
    patient_id: textOf(one, 'patient_id'),
    until: textOf(one, 'until'),
    done: doneOf(one['done']),
  }));
  return {
    follow_up_id: id,
    text,
    due,
    whose: textOf(entry, 'whose'),
    made_by: textOf(entry, 'made_by'),
    made_at: textOf(entry, 'made_at'),
    moved: moved.map((move) => ({
      from: textOf(move, 'from'),
      to: textOf(move, 'to'),
      moved_by: textOf(move, 'moved_by'),
      moved_at: textOf(move, 'moved_at'),
    })),
    ...(stood.length === 0 ? {} : { stood_under: stood }),
    done: doneOf(entry['done']),
  };
}

/** Reads how a follow-up was completed; without exam and reason it counts as open. */
function doneOf(value: unknown): FollowUp['done'] {
  if (!isJsonObject(value)) return null;
  const [exam_id, reason] = [textOf(value, 'exam_id') || null, textOf(value, 'reason') || null];
  if (exam_id === null && reason === null) return null;
  return { exam_id, reason, done_by: textOf(value, 'done_by'), done_at: textOf(value, 'done_at') };
}

function textOf(entry: JsonObject, key: string): string {
  const value = entry[key];
  return typeof value === 'string' ? value : '';
}
