/** How far back exams come along, as a choice of days; '' is everything. */
export const BACK_DAYS = [30, 90, 365, 730, 1825] as const;
const DAY_MS = 24 * 60 * 60 * 1000;

export function sinceOf(days: string): string | null {
  return days === '' ? null : new Date(Date.now() - Number(days) * DAY_MS).toISOString();
}
