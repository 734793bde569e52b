/**
 * Parses a date, with or without time, as people write it: `1961-03-14`, `14.3.1961`, `14 Mar 1961`, `14.
 * März 1961`, `14 de marzo de 1961`, `1er mars 1961`, `19610314`, `today 14:10`. With dots the day precedes
 * the month; with other separators the locale decides. The year may come first.
 */
import { type DateOrder, dateOrder } from './date-order.ts';

export type LenientDate =
  | { readonly kind: 'day'; readonly iso: string }
  /** Local time, as an instant with offset. */
  | { readonly kind: 'moment'; readonly iso: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'no_such_month' }
  /** Probably a typing error: a year before 1850, or more than a century ahead. */
  | { readonly kind: 'year_far_off'; readonly year: number }
  | { readonly kind: 'no_such_day'; readonly year: number; readonly month: number; readonly days: number };

export interface DateReading {
  /** Order of day and month; the locale's by default. */
  readonly order?: DateOrder;
  /** Direction of the nearest year for two digits: `past` by default, `ahead` for due dates. */
  readonly years?: 'past' | 'ahead';
}

const EARLIEST_YEAR = 1850;
const YEARS_AHEAD_MAX = 100;
const TIME = /(?:^|[\sT,]+)(\d{1,2})[:h](\d{2})(?::\d{2})?\s*(?:uhr|h)?$/i;
const TIME_OF_TWELVE = /(?:^|[\sT,]+)(\d{1,2})(?::(\d{2})(?::\d{2})?)?\s*([ap])\.?\s?m\.?$/i;
/** Beginnings of month names in the interface languages, without accents; mae is März. */
const MONTHS = [
  ['jan', 'ene'],
  ['feb', 'fev'],
  ['mar', 'mrz', 'mae'],
  ['apr', 'abr', 'avr'],
  ['may', 'mai'],
  ['jun', 'juin'],
  ['jul', 'juil'],
  ['aug', 'ago', 'aou'],
  ['sep', 'set'],
  ['oct', 'okt', 'out'],
  ['nov'],
  ['dec', 'dez', 'dic'],
];
const TODAY = /^(today|heute|now|jetzt|hoy|ahora|aujourd['’]hui|maintenant|hoje|agora)$/i;
const YESTERDAY = /^(yesterday|gestern|ayer|hier|ontem)$/i;

function monthOf(word: string): number | undefined {
  const plain = word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const index = MONTHS.findIndex((starts) => starts.some((start) => plain.startsWith(start)));
  return index === -1 ? undefined : index + 1;
}

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const TWO_NUMBERS = /^(\d{1,2})([-./\s])\s*(\d{1,2})[-./\s]+(\d{4}|\d{2})$/;

type YearOf = (text: string) => number;

function numericParts(text: string, order: DateOrder, yearOf: YearOf): Parts | undefined {
  // Without separators only eight digits are a date, because 200361 may be 20 March 1961.
  const yearFirst =
    /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? /^(\d{4})[-./\s]\s*(\d{1,2})[-./\s]\s*(\d{1,2})$/.exec(text);
  if (yearFirst)
    return { year: Number(yearFirst[1]), month: Number(yearFirst[2]), day: Number(yearFirst[3]) };
  const [, first, mark, second, year] = TWO_NUMBERS.exec(text) ?? [];
  if (first === undefined || second === undefined || year === undefined) return undefined;
  const [one, other] = [Number(first), Number(second)];
  const isMonthFirst = order === 'month_first' && mark !== '.' && one <= 12;
  return { ...(isMonthFirst ? { month: one, day: other } : { day: one, month: other }), year: yearOf(year) };
}

function wordParts(text: string, yearOf: YearOf): Parts | undefined {
  const dayFirst =
    /^(\d{1,2})(?:\.|er|º)?[-/\s]*(?:de\s+)?([\p{L}]{3,})\.?,?[-/\s]*(?:de\s+)?(\d{4}|\d{2})$/u.exec(text);
  const monthFirst = /^([\p{L}]{3,})\.?\s*(\d{1,2}),?\s+(\d{4})$/u.exec(text);
  const [day, word, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]];
  const month = word === undefined ? undefined : monthOf(word);
  if (day === undefined || year === undefined || month === undefined) return undefined;
  return { day: Number(day), month, year: yearOf(year) };
}

/** Expands two digits to the nearest year not in the future, or not in the past. */
function fullYear(text: string, now: Date, years: DateReading['years']): number {
  if (text.length === 4) return Number(text);
  const thisYear = now.getFullYear();
  const year = Math.floor(thisYear / 100) * 100 + Number(text);
  if (years === 'ahead') return year < thisYear ? year + 100 : year;
  return year > thisYear ? year - 100 : year;
}

const pad = (value: number, length = 2) => String(value).padStart(length, '0');
const dayText = ({ year, month, day }: Parts) => `${pad(year, 4)}-${pad(month)}-${pad(day)}`;

function relativeParts(text: string, now: Date): Parts | undefined {
  const days = TODAY.test(text) ? 0 : YESTERDAY.test(text) ? 1 : undefined;
  if (days === undefined) return undefined;
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() };
}

function partsOf(dayPart: string, now: Date, { order = dateOrder(), years }: DateReading): Parts | undefined {
  const yearOf: YearOf = (text) => fullYear(text, now, years);
  return relativeParts(dayPart, now) ?? numericParts(dayPart, order, yearOf) ?? wordParts(dayPart, yearOf);
}

export function parseLenientDate(input: string, now = new Date(), reading: DateReading = {}): LenientDate {
  if (input.trim() === '') return { kind: 'empty' };
  const { dayPart, time } = splitTime(input);
  const parts = partsOf(dayPart, now, reading);
  return parts === undefined ? { kind: 'unreadable' } : dateOf(parts, time, now);
}

interface ClockTime {
  readonly hours: number;
  readonly minutes: number;
}

function splitTime(input: string): { readonly dayPart: string; readonly time: ClockTime | undefined } {
  // Computers may write a no-break space before PM.
  const text = input.trim();
  const time = TIME.exec(text) ?? TIME_OF_TWELVE.exec(text);
  if (!time) return { dayPart: text, time: undefined };
  const [, hours = '', minutes = '0', half] = time;
  return {
    dayPart: text.slice(0, time.index).trim().replace(/,$/, ''),
    time: { hours: hoursOf(Number(hours), half?.toLowerCase()), minutes: Number(minutes) },
  };
}

/** Converts to 24 hours; returns more than 24 for an hour that AM or PM does not have. */
function hoursOf(hours: number, half: string | undefined): number {
  if (half === undefined) return hours;
  if (hours < 1 || hours > 12) return 99;
  return (hours % 12) + (half === 'p' ? 12 : 0);
}

/** Parses a time alone, such as `2:30 pm`; undefined for anything else. */
export function timeOfTwelve(input: string): ClockTime | undefined {
  const { dayPart, time } = splitTime(input);
  return dayPart === '' && TIME_OF_TWELVE.test(input.trim()) ? time : undefined;
}

function dateOf(parts: Parts, time: ClockTime | undefined, now: Date): LenientDate {
  const { year, month, day } = parts;
  if (month < 1 || month > 12) return { kind: 'no_such_month' };
  if (year < EARLIEST_YEAR || year > now.getFullYear() + YEARS_AHEAD_MAX)
    return { kind: 'year_far_off', year };
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (day < 1 || day > days) return { kind: 'no_such_day', year, month, days };
  if (!time) return { kind: 'day', iso: dayText(parts) };
  const { hours, minutes } = time;
  if (hours > 23 || minutes > 59) return { kind: 'unreadable' };
  return { kind: 'moment', iso: new Date(year, month - 1, day, hours, minutes).toISOString() };
}

export interface OtherDay {
  /** Text to put into the field instead. */
  readonly text: string;
  readonly iso: string;
}

/**
 * Returns the date with day and month exchanged, for ambiguous text such as `03/04/1961`. Undefined if there
 * is only one reading.
 */
export function exchangedDay(
  input: string,
  now = new Date(),
  reading: DateReading = {},
): OtherDay | undefined {
  const { dayPart, time } = splitTime(input);
  if (!TWO_NUMBERS.test(dayPart)) return undefined;
  const parts = partsOf(dayPart, now, reading);
  if (parts === undefined || parts.day > 12 || parts.month > 12 || parts.day === parts.month)
    return undefined;
  const other = { ...parts, day: parts.month, month: parts.day };
  const read = dateOf(other, time, now);
  if (read.kind !== 'day' && read.kind !== 'moment') return undefined;
  return {
    text: `${dayText(other)}${time ? ` ${pad(time.hours)}:${pad(time.minutes)}` : ''}`,
    iso: read.iso,
  };
}
