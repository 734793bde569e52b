/**
 * Finds dates in the text that cannot be: days no calendar has, days to come that nothing plans, comparisons after the
 * exam or before birth. `03/04/2026` is read both ways, and asked about only when neither can be.
 */
import { type QualityFinding, warning, wordsAt } from '#report/checks/quality-finding.ts';

export interface StatedDate {
  /** Each reading as `YYYY-MM-DD`; none for a day that does not exist. */
  readonly readings: readonly string[];
  readonly text: string;
  readonly index: number;
}

const DATE =
  /(?<![\d.,/-])(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})([./])(\d{1,2})\5(\d{4}|\d{2}))(?![\d/-]|[.,]\d)/gu;
/** Two digits of a year more than this ahead are of the last century. */
const AHEAD_MAX_YEARS = 10;

const PLANNED =
  /(?<!\p{L})(?:follow\p{L}*|control\p{L}*|kontroll\p{L}*|verlauf\p{L}*|termin\p{L}*|empf\p{L}*|recom?m?[ea]nd\p{L}*|plan\p{L}*|geplant\p{L}*|schedul\p{L}*|appointment\p{L}*|next|nächste\p{L}*|until|before|bis|vor|prochain\p{L}*|rendez-vous|prévu\p{L}*|contrôl\p{L}*|avant|próxim\p{L}*|cita|previst\p{L}*|antes|hasta|até|consulta|agend\p{L}*|valid|gültig|expir\p{L}*|due|op|surgery|therap\p{L}*|terap\p{L}*|thérap\p{L}*|chemo\p{L}*)(?!\p{L})/iu;
const COMPARED =
  /(?<!\p{L})(?:compar\p{L}*|vergl\p{L}*|vergleich\p{L}*|vor(?:aufnahme\p{L}*|untersuchung\p{L}*|befund\p{L}*|-?(?:ct|mrt|röntgen))|voru\.|previous\p{L}*|prior|since|seit|précéd\p{L}*|antérieur\p{L}*|depuis|previ[oa]s?|prévi[oa]s?|anterior(?:es)?|desde)(?!\p{L})/iu;

export function datesOf(text: string, now: Date): StatedDate[] {
  return [...text.matchAll(DATE)].map((match) => {
    const [whole, year, month, day, one = '', mark, other = '', short = ''] = match;
    const readings =
      year === undefined
        ? [
            dayOf(yearOf(short, now), other, one),
            ...(mark === '/' ? [dayOf(yearOf(short, now), one, other)] : []),
          ]
        : [dayOf(year, month ?? '', day ?? '')];
    return {
      readings: [...new Set(readings.filter((reading) => reading !== null))],
      text: whole,
      index: match.index,
    };
  });
}

export function checkStatedDates(
  whole: string,
  known: { readonly exam_date: string | null; readonly birth_date: string | null; readonly now: Date },
): QualityFinding[] {
  const { now } = known;
  const exam = dayPart(known.exam_date);
  const birth = dayPart(known.birth_date);
  const dayAfter = new Date(now.getTime() + 24 * 3600_000).toISOString().slice(0, 10);
  return datesOf(whole, now).flatMap((date): QualityFinding[] => {
    const { readings, text } = date;
    const target = wordsAt(whole, { 0: text, index: date.index });
    const all = (isSo: (day: string) => boolean) => readings.every(isSo);
    if (readings.length === 0) return [warning('date_impossible', { text }, target)];
    const sentence = sentenceAt(whole, date.index, text.length);
    if (COMPARED.test(sentence)) {
      if (exam !== null && all((day) => day > exam) && !PLANNED.test(sentence))
        return [warning('date_after_exam', { text }, target)];
      if (birth !== null && all((day) => day < birth))
        return [warning('date_before_birth', { text }, target)];
    }
    if (all((day) => day > dayAfter) && !PLANNED.test(sentence))
      return [warning('date_in_future', { text }, target)];
    return [];
  });
}

function dayPart(date: string | null): string | null {
  return date !== null && /^\d{4}-\d{2}-\d{2}/.test(date) ? date.slice(0, 10) : null;
}

function yearOf(digits: string, now: Date): string {
  if (digits.length === 4) return digits;
  const near = 2000 + Number(digits);
  return String(near > now.getUTCFullYear() + AHEAD_MAX_YEARS ? near - 100 : near);
}

function dayOf(year: string, month: string, day: string): string | null {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isSame = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isSame ? date.toISOString().slice(0, 10) : null;
}

/** The sentence around a place, at most 200 characters to each side; the points of a date end none. */
export function sentenceAt(text: string, index: number, length: number): string {
  const before = text.slice(Math.max(0, index - 200), index);
  const behind = text.slice(index + length, index + length + 200);
  const start = Math.max(...[...before.matchAll(/[.;!?]\s|\n/gu)].map((end) => end.index + 1), 0);
  const end = behind.search(/[.;!?](?:\s|$)|\n/u);
  return (
    before.slice(start) + text.slice(index, index + length) + (end === -1 ? behind : behind.slice(0, end))
  );
}
