import { UsageError } from '#cli/exit-codes.ts';
import { isDay } from '#contract/instant.ts';

/** @throws UsageError naming the option, unless it is left out or names a day of the calendar. */
export function checkDay(option: string, text: string | undefined): void {
  if (text !== undefined && !isDay(text)) throw new UsageError(`${option} takes a day, YYYY-MM-DD.`);
}
