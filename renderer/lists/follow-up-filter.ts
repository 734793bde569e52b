/** Filters the tracker's follow-ups and critical results. Pure. */
import { localDayKey } from '#renderer/messages/dates.ts';
import type { Tracked } from './follow-up-rows.ts';

export const DUE_SPANS = ['today', 'week', 'month'] as const;
export type DueSpan = (typeof DUE_SPANS)[number];
const SPAN_DAYS: Readonly<Record<DueSpan, number>> = { today: 0, week: 7, month: 30 };

export interface TrackedFilter {
  /** Keeps open items due until then, with overdue ones. */
  readonly due: DueSpan | undefined;
  readonly mine: boolean;
  readonly kind: Tracked['kind'] | undefined;
  readonly patient_id: string | undefined;
}

export const NO_TRACKED_FILTER: TrackedFilter = {
  due: undefined,
  mine: false,
  kind: undefined,
  patient_id: undefined,
};

export const isTrackedFiltered = (filter: TrackedFilter): boolean =>
  filter.mine || [filter.due, filter.kind, filter.patient_id].some((part) => part !== undefined);

/** Returns the last day (`YYYY-MM-DD`) of a span that starts today. */
export function lastDayOf(span: DueSpan, now: Date): string {
  return localDayKey(new Date(now.getFullYear(), now.getMonth(), now.getDate() + SPAN_DAYS[span]));
}

/** Returns true if the item passes. `me` is the reader's display name, by which follow-ups name persons. */
export function passesTrackedFilter(item: Tracked, filter: TrackedFilter, me: string, now: Date): boolean {
  if (filter.due && (item.group === 'done' || dayOf(item) > lastDayOf(filter.due, now))) return false;
  if (filter.mine && whoseIs(item) !== me) return false;
  if (filter.kind && item.kind !== filter.kind) return false;
  return filter.patient_id === undefined || item.row.patient_id === filter.patient_id;
}

const dayOf = (item: Tracked): string =>
  item.kind === 'critical' ? localDayKey(new Date(item.at)) : item.followUp.due;

const whoseIs = (item: Tracked): string | undefined =>
  item.kind === 'critical' ? item.row.updated_by : item.followUp.whose;
