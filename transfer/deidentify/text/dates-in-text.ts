/** Finds dates in English and German text, and replaces complete ones by their distance from the exam. */
import type { Place } from './known-identifiers.ts';

const MONTHS = [
  'jan(?:uary|uar)?|jän(?:ner)?',
  'feb(?:ruary|ruar)?|feber',
  'mar(?:ch)?|märz?|mrz',
  'apr(?:il)?',
  'may|mai',
  'june?|juni?',
  'july?|juli?',
  'aug(?:ust)?',
  'sept?(?:ember)?',
  'oct(?:ober)?|okt(?:ober)?',
  'nov(?:ember)?',
  'dec(?:ember)?|dez(?:ember)?',
];
const MONTH = `(?:${MONTHS.join('|')})`;
const YEAR = '(?:19|20)\\d{2}';
const SPACE = '[\\s\\u00a0]{0,2}';
const FORMS = [
  `(?<y>${YEAR})-(?<m>\\d{2})-(?<d>\\d{2})(?:T[\\d:.]+Z?)?`,
  `(?<d>\\d{1,2})\\.${SPACE}(?<m>\\d{1,2})\\.${SPACE}(?<y>${YEAR})`,
  `(?<d>\\d{1,2})(?:st|nd|rd|th|\\.)?${SPACE}(?:of${SPACE})?(?<n>${MONTH})\\b\\.?,?(?:${SPACE}(?<y>${YEAR}))?`,
  `(?<n>${MONTH})\\.?${SPACE}(?<d>\\d{1,2})(?:st|nd|rd|th)?\\b(?:,?${SPACE}(?<y>${YEAR}))?`,
  `(?<n>${MONTH})\\.?,?${SPACE}(?<y>${YEAR})`,
  // Ambiguous order of day and month.
  '\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}',
  '\\d{1,2}[./]\\d{1,2}\\.(?!\\d)',
  `\\d{1,2}/${YEAR}`,
  '(?:19|20)\\d{6}',
].map((form) => new RegExp(`(?<![\\p{L}\\p{N}])${form}(?![\\p{L}\\p{N}])`, 'giu'));
const DAY_MS = 86_400_000;

export interface DatePlace extends Place {
  readonly becomes: string;
}

/** Finds the dates of a text. @param examDay `YYYY-MM-DD` */
export function daysIn(text: string, examDay: string | null): DatePlace[] {
  const found: DatePlace[] = [];
  for (const form of FORMS) {
    for (const { 0: match, index, groups = {} } of text.matchAll(form)) {
      const to = index + match.trimEnd().length;
      if (found.some((place) => index < place.to && to > place.from)) continue;
      found.push({ from: index, to, becomes: distance(groups, examDay) });
    }
  }
  return found;
}

function distance(
  { y, m, n, d }: Readonly<Record<string, string | undefined>>,
  examDay: string | null,
): string {
  const month = n === undefined ? Number(m) : monthOf(n);
  if (examDay === null || y === undefined || d === undefined) return '[date]';
  const at = Date.UTC(Number(y), month - 1, Number(d));
  const days = Math.round((at - Date.parse(`${examDay}T00:00:00Z`)) / DAY_MS);
  if (!Number.isFinite(days)) return '[date]';
  if (days === 0) return '[the day of the exam]';
  return `[${Math.abs(days)} days ${days < 0 ? 'before' : 'after'}]`;
}

function monthOf(name: string): number {
  return MONTHS.findIndex((names) => new RegExp(`^(?:${names})$`, 'iu').test(name)) + 1;
}
