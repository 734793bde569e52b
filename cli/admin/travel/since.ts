import { UsageError } from '#cli/exit-codes.ts';
import { parseInstant } from '#contract/instant.ts';

const DAYS = /^(\d{1,5})d$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/** `90d`, a day or an instant; null for all. @throws UsageError */
export function sinceOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const [, days] = DAYS.exec(text) ?? [];
  const instant =
    days === undefined ? parseInstant(text) : new Date(Date.now() - Number(days) * DAY_MS).toISOString();
  if (instant !== undefined) return instant;
  throw new UsageError('--since takes a number of days such as 90d, or a date such as 2026-03-01.');
}
