/** Computes when a daily backup is due, in this computer's time zone. */

/** The most recent time the hour struck; null without a schedule. */
export function lastDueAt(hour: number | null, nowMs: number): string | null {
  if (hour === null) return null;
  const at = new Date(nowMs);
  at.setHours(hour, 0, 0, 0);
  if (at.getTime() > nowMs) at.setDate(at.getDate() - 1);
  return at.toISOString();
}

export function nextRunAt(hour: number | null, nowMs: number): string | null {
  if (hour === null) return null;
  const at = new Date(nowMs);
  at.setHours(hour, 0, 0, 0);
  if (at.getTime() <= nowMs) at.setDate(at.getDate() + 1);
  return at.toISOString();
}
