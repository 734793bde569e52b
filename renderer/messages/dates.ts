/**
 * Dates, times and sizes as people read them, by locale. A clinical day (midnight UTC) is shown as its UTC
 * day, whatever the time zone; a moment is shown in local time. No date is shortened below day and month.
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

/** Midnight UTC to the millisecond stands for a day without a time. */
export function isDayOnly(instant: string): boolean {
  return instant.endsWith('T00:00:00.000Z');
}

const zoneOf = (instant: string): Intl.DateTimeFormatOptions =>
  isDayOnly(instant) ? { timeZone: 'UTC' } : {};

/** `14 Mar 1961`. In a language of its own where it becomes part of a report. */
export function shortDay(instant: string, language?: string): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', ...zoneOf(instant) } as const;
  return withoutOf(formatter(options, language), instant);
}

/** Portuguese has "de" between day, month and year also where it is short, and columns have no room for it. */
function withoutOf(short: Intl.DateTimeFormat, instant: string): string {
  const parts = short.formatToParts(new Date(instant));
  return parts.map(({ value }) => (value === ' de ' ? ' ' : value)).join('');
}

/** `14 March 1961`; in a language of its own on paper. */
export function longDay(instant: string, language?: string): string {
  const options = { day: 'numeric', month: 'long', year: 'numeric', ...zoneOf(instant) } as const;
  return formatter(options, language).format(new Date(instant));
}

/** `Tuesday 12 May 2026`. */
export function fullDay(instant: string): string {
  return formatter({
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    ...zoneOf(instant),
  }).format(new Date(instant));
}

/** `10 Feb` this year, `18 Nov 2025` otherwise. */
export function dayInList(instant: string, now = new Date()): string {
  const sameYear = new Date(instant).getFullYear() === now.getFullYear();
  if (!sameYear) return shortDay(instant);
  return withoutOf(formatter({ day: 'numeric', month: 'short', ...zoneOf(instant) }), instant);
}

/** `14:03`, local. */
export function clockTime(instant: string | Date): string {
  return formatter({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(instant));
}

/** `14:03:27`, local: moments a few seconds apart. */
export function secondTime(instant: Date): string {
  return formatter({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(
    instant,
  );
}

/** `2026-05-12` of the local day, or of the UTC day for a day without a time. */
export function dayKey(instant: string): string {
  if (isDayOnly(instant)) return instant.slice(0, 10);
  return localDayKey(new Date(instant));
}

export function localDayKey(date: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** `today 14:03`, `11 May 17:55`, `14 Oct 2025`: when something was changed. */
export function changedAt(instant: string, now = new Date()): string {
  const date = new Date(instant);
  if (dayKey(instant) === localDayKey(now)) {
    return i18next.t('common.todayAt', { time: clockTime(instant) });
  }
  if (now.getTime() - date.getTime() < 30 * DAY_MS) return `${dayInList(instant, now)} ${clockTime(instant)}`;
  return dayInList(instant, now);
}

/** The same, as short as a column: the time alone today, else the day. */
export function changedInList(instant: string, now = new Date()): string {
  return dayKey(instant) === localDayKey(now) ? clockTime(instant) : dayInList(instant, now);
}

/** Whole years between birth and a moment. */
export function ageInYears(birthDate: string, at = new Date()): number {
  const birth = new Date(birthDate);
  const years = at.getUTCFullYear() - birth.getUTCFullYear();
  const before =
    at.getUTCMonth() < birth.getUTCMonth() ||
    (at.getUTCMonth() === birth.getUTCMonth() && at.getUTCDate() < birth.getUTCDate());
  return before ? years - 1 : years;
}
