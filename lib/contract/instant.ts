/**
 * Parses and truncates instants: RFC 3339 UTC with milliseconds and `Z`, and the workspace's time precision.
 * Source: choices, "Ids, times, order of checks" and "Documents" (birth_date, exam_date); API spec, "Patient record",
 * rule 1.
 */
import { Type } from 'typebox';
import { VaultError } from './errors/vault-error.ts';

export const InstantSchema = Type.String({ description: 'RFC 3339 UTC with milliseconds and Z' });

export const TIME_PRECISIONS = ['none', 'year', 'month', 'day', 'hour', 'minute', 'second'] as const;
export type TimePrecision = (typeof TIME_PRECISIONS)[number];
export const TimePrecisionSchema = Type.Unsafe<TimePrecision>({ type: 'string', enum: [...TIME_PRECISIONS] });

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/**
 * Converts a day (`YYYY-MM-DD`, taken as midnight UTC) or an RFC 3339 date-time with offset to a UTC instant with
 * milliseconds. Undefined for other text: no offset, an impossible day or time, empty.
 */
export function parseInstant(text: string): string | undefined {
  const day = DAY.exec(text);
  if (day) return isRealDay(day) ? `${text}T00:00:00.000Z` : undefined;
  const match = DATE_TIME.exec(text);
  if (!match || !isRealDay(match)) return undefined;
  const [, , , , hour, minute, second, , offset] = match;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  if (offset && offset.length === 6 && (Number(offset.slice(1, 3)) > 23 || Number(offset.slice(4)) > 59)) {
    return undefined;
  }
  const milliseconds = Date.parse(text.toUpperCase());
  if (Number.isNaN(milliseconds)) return undefined;
  const instant = new Date(milliseconds).toISOString();
  return instant.length === 24 ? instant : undefined;
}

/** Parses the instant in a query field. @throws VaultError `invalid_request` naming the field. */
export function instantOf(field: string, text: string): string {
  const instant = parseInstant(text);
  if (instant !== undefined) return instant;
  throw new VaultError(
    'invalid_request',
    `${field} must be a day (YYYY-MM-DD) or an RFC 3339 date-time with its offset.`,
  );
}

/** True for a valid calendar day, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const day = DAY.exec(text);
  return day !== null && isRealDay(day);
}

function isRealDay(match: RegExpExecArray): boolean {
  const [, year, month, day] = match;
  const date = new Date(`${year}-${month}-${day}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`);
}

/** How an instant is truncated, by precision: length to keep, and text to append. */
const CUTS: Readonly<Record<Exclude<TimePrecision, 'none'>, readonly [length: number, rest: string]>> = {
  year: [4, '-01-01T00:00:00.000Z'],
  month: [7, '-01T00:00:00.000Z'],
  day: [10, 'T00:00:00.000Z'],
  hour: [13, ':00:00.000Z'],
  minute: [16, ':00.000Z'],
  second: [19, '.000Z'],
};

/** Truncates a UTC instant (24 characters) to `precision`; `none` returns it unchanged. */
export function truncateInstant(instant: string, precision: TimePrecision): string {
  if (precision === 'none') return instant;
  const [length, rest] = CUTS[precision];
  return instant.slice(0, length) + rest;
}
