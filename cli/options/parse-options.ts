/** Parses option values: ids, dates, periods, addresses. */

import { UsageError } from '#cli/exit-codes.ts';
import { isUuidV7 } from '#contract/ids.ts';
import { isDay, parseInstant } from '#contract/instant.ts';
import { parseAddresses } from '#sdk/node/transport/addresses.ts';

/** Parses an id; `what` names its kind. @throws UsageError */
export function parseId<Id>(parse: (text: string) => Id, text: string, what: string): Id {
  if (isUuidV7(text)) return parse(text);
  throw new UsageError(`«${text}» is not a valid ${what} id.`);
}

/** Requires a calendar date, if the option is given. @throws UsageError naming the option. */
export function checkDay(option: string, text: string | undefined): void {
  if (text !== undefined && !isDay(text)) throw new UsageError(`${option}: give a day as YYYY-MM-DD.`);
}

const DAYS = /^(\d{1,5})d$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Parses `90d`, a date or an instant; null for all. @throws UsageError */
export function parseSince(text: string | undefined): string | null {
  if (text === undefined) return null;
  const [, days] = DAYS.exec(text) ?? [];
  const instant =
    days === undefined ? parseInstant(text) : new Date(Date.now() - Number(days) * DAY_MS).toISOString();
  if (instant !== undefined) return instant;
  throw new UsageError('--since: give a number of days such as 90d, or a date such as 2026-03-01.');
}

/** Parses the `--address` options to origins; empty without any. @throws UsageError */
export function parseAddressOptions(listed: readonly string[]): string[] {
  if (listed.length === 0) return [];
  try {
    return parseAddresses(listed);
  } catch (error) {
    throw new UsageError(
      error instanceof Error
        ? error.message
        : 'An address is not valid. Write it as https://vault.clinic:8743.',
    );
  }
}
