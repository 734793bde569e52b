/** Intervals in which reports recommend a follow-up. */
export const FOLLOW_UP_SPANS = [
  { id: 'week', months: 0, days: 7 },
  { id: 'sixWeeks', months: 0, days: 42 },
  { id: 'threeMonths', months: 3, days: 0 },
  { id: 'sixMonths', months: 6, days: 0 },
  { id: 'year', months: 12, days: 0 },
] as const;

/**
 * Returns the date (`YYYY-MM-DD`) an interval after `from`. The 31st becomes the last day of a shorter month.
 */
export function addSpan(from: Date, { months, days }: { months: number; days: number }): string {
  const last = new Date(Date.UTC(from.getFullYear(), from.getMonth() + months + 1, 0)).getUTCDate();
  const day = months === 0 ? from.getDate() : Math.min(from.getDate(), last);
  const moved = new Date(Date.UTC(from.getFullYear(), from.getMonth() + months, day + days));
  return moved.toISOString().slice(0, 10);
}
