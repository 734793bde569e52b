/**
 * Reads a day, or a day with a time, the way people write it: `1961-03-14`, `14.3.1961`, `14 Mar 1961`,
 * `14. März 1961`, `14 de marzo de 1961`, `1er mars 1961`, `19610314`, `today 14:10`. The day stands before the month unless the year comes first.
 * Pure but for `now`.
 */
export type LenientDate =
  | { readonly kind: 'day'; readonly iso: string }
  /** Local time, as an instant with offset. */
  | { readonly kind: 'moment'; readonly iso: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'no_such_month' }
  | { readonly kind: 'no_such_day'; readonly year: number; readonly month: number; readonly days: number };

const TIME = /(?:^|[\sT,]+)(\d{1,2})[:h](\d{2})(?::\d{2})?\s*(?:uhr|h)?$/i;
/** What the names of the months begin with in the languages of the interface, without accents; mae is März. */
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

function numericParts(text: string): Parts | undefined {
  const yearFirst = /^(\d{4})[-./\s]?(\d{1,2})[-./\s]?(\d{1,2})$/.exec(text);
  if (yearFirst)
    return { year: Number(yearFirst[1]), month: Number(yearFirst[2]), day: Number(yearFirst[3]) };
  const dayFirst = /^(\d{1,2})[-./\s]+(\d{1,2})[-./\s]+(\d{4}|\d{2})$/.exec(text);
  if (!dayFirst) return undefined;
  return { day: Number(dayFirst[1]), month: Number(dayFirst[2]), year: fullYear(String(dayFirst[3])) };
}

function wordParts(text: string): Parts | undefined {
  const dayFirst = /^(\d{1,2})(?:\.|er|º)?\s*(?:de\s+)?([\p{L}]{3,})\.?,?\s*(?:de\s+)?(\d{4}|\d{2})$/u.exec(
    text,
  );
  const monthFirst = /^([\p{L}]{3,})\.?\s*(\d{1,2}),?\s+(\d{4})$/u.exec(text);
  const [day, word, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]];
  const month = word === undefined ? undefined : monthOf(word);
  if (day === undefined || year === undefined || month === undefined) return undefined;
  return { day: Number(day), month, year: fullYear(year) };
}

/** Two digits mean the nearest year that is not in the future. */
function fullYear(text: string, now = new Date()): number {
  if (text.length === 4) return Number(text);
  const century = Math.floor(now.getFullYear() / 100) * 100;
  const year = century + Number(text);
  return year > now.getFullYear() ? year - 100 : year;
}

const pad = (value: number, length = 2) => String(value).padStart(length, '0');
const dayText = ({ year, month, day }: Parts) => `${pad(year, 4)}-${pad(month)}-${pad(day)}`;

function relativeParts(text: string, now: Date): Parts | undefined {
  const days = TODAY.test(text) ? 0 : YESTERDAY.test(text) ? 1 : undefined;
  if (days === undefined) return undefined;
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() };
}

export function parseLenientDate(input: string, now = new Date()): LenientDate {
  const text = input.trim();
  if (text === '') return { kind: 'empty' };
  const time = TIME.exec(text);
  const dayPart = (time ? text.slice(0, time.index) : text).trim().replace(/,$/, '');
  const parts = relativeParts(dayPart, now) ?? numericParts(dayPart) ?? wordParts(dayPart);
  if (!parts) return { kind: 'unreadable' };
  const { year, month, day } = parts;
  if (month < 1 || month > 12) return { kind: 'no_such_month' };
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (day < 1 || day > days) return { kind: 'no_such_day', year, month, days };
  if (!time) return { kind: 'day', iso: dayText(parts) };
  const [hours, minutes] = [Number(time[1]), Number(time[2])];
  if (hours > 23 || minutes > 59) return { kind: 'unreadable' };
  return { kind: 'moment', iso: new Date(year, month - 1, day, hours, minutes).toISOString() };
}
