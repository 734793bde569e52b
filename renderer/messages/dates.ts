/**
 * Formats dates and times by locale. A clinical day (midnight UTC) is shown as its UTC day in every time
 * zone; an instant in local time. No date is shortened below day and month.
 */
import i18next from 'i18next';
import { localeTag } from './locale-tag.ts';

const DAY_MS = 86_400_000;
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(options: Intl.DateTimeFormatOptions, language = i18next.language): Intl.DateTimeFormat {
  const tag = localeTag(language);
  const key = `${tag} ${JSON.stringify(options)}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(tag, options);
  formatters.set(key, known);
  return known;
}

/** Returns true for midnight UTC to the millisecond, which represents a day without time. */
export function isDayOnly(instant: string): boolean {
  return instant.endsWith('T00:00:00.000Z');
}

const zoneOf = (instant: string): Intl.DateTimeFormatOptions =>
  isDayOnly(instant) ? { timeZone: 'UTC' } : {};

/** Formats `14 Mar 1961`. `language` is given for text that becomes part of a report. */
export function shortDay(instant: string, language?: string): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', ...zoneOf(instant) } as const;
  return withoutOf(formatter(options, language), instant);
}

/** Removes Portuguese "de" from short dates, because columns have no room for it. */
function withoutOf(short: Intl.DateTimeFormat, instant: string): string {
  const parts = short.formatToParts(new Date(instant));
  return parts.map(({ value }) => (value === ' de ' ? ' ' : value)).join('');
}

/** Formats `14 March 1961`; `language` is given for printed text. */
export function longDay(instant: string, language?: string): string {
  const options = { day: 'numeric', month: 'long', year: 'numeric', ...zoneOf(instant) } as const;
  return formatter(options, language).format(new Date(instant));
}

/** Formats `Tuesday 12 May 2026`. */
export function fullDay(instant: string): string {
  return formatter({
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    ...zoneOf(instant),
  }).format(new Date(instant));
}

/** Formats `10 Feb` this year, `18 Nov 2025` otherwise. */
export function dayInList(instant: string, now = new Date()): string {
  const sameYear = new Date(instant).getFullYear() === now.getFullYear();
  if (!sameYear) return shortDay(instant);
  return withoutOf(formatter({ day: 'numeric', month: 'short', ...zoneOf(instant) }), instant);
}

/** Formats local time as `14:03`. */
export function clockTime(instant: string | Date): string {
  return formatter({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(instant));
}

/** Formats local time as `14:03:27`, for entries seconds apart. */
export function secondTime(instant: Date): string {
  return formatter({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(
    instant,
  );
}

/** Returns `2026-05-12` of the local day, or of the UTC day for a day without time. */
export function dayKey(instant: string): string {
  if (isDayOnly(instant)) return instant.slice(0, 10);
  return localDayKey(new Date(instant));
}

export function localDayKey(date: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** Formats the time of a change: `today 14:03`, `11 May 17:55`, `14 Oct 2025`. */
export function changedAt(instant: string, now = new Date()): string {
  const date = new Date(instant);
  if (dayKey(instant) === localDayKey(now)) {
    return i18next.t('common.todayAt', { time: clockTime(instant) });
  }
  if (now.getTime() - date.getTime() < 30 * DAY_MS) return `${dayInList(instant, now)} ${clockTime(instant)}`;
  return dayInList(instant, now);
}

/** Formats the time of a change for a column: the time today, else the day. */
export function changedInList(instant: string, now = new Date()): string {
  return dayKey(instant) === localDayKey(now) ? clockTime(instant) : dayInList(instant, now);
}

/** Formats a distance as `in 365 days`, in the case the language demands: `in 365 Tagen`. */
export function inDays(days: number): string {
  return new Intl.RelativeTimeFormat(localeTag(i18next.language)).format(days, 'day');
}

/** Returns the whole years between birth and a date. */
export function ageInYears(birthDate: string, at = new Date()): number {
  const birth = new Date(birthDate);
  const years = at.getUTCFullYear() - birth.getUTCFullYear();
  const before =
    at.getUTCMonth() < birth.getUTCMonth() ||
    (at.getUTCMonth() === birth.getUTCMonth() && at.getUTCDate() < birth.getUTCDate());
  return before ? years - 1 : years;
}
