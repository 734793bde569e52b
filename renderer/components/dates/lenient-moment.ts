/**
 * Parses a date and time as people write it: `now`, `22:15`, `14.5. 22:15` with its year, `2026-05-14 22:15`.
 */
import { parseLenientDate, timeOfTwelve } from './lenient-date.ts';

const NOW = /^(now|jetzt|ahora|maintenant|agora)$/i;
const TIME_ALONE = /^(\d{1,2})[:h.]?(\d{2})\s*(?:uhr|h)?$/i;
const DAY_MS = 86_400_000;

/**
 * Returns an instant, '' for empty text, undefined for unreadable text. A time alone means the last such time
 * before now.
 */
export function parseMoment(input: string, now = new Date()): string | undefined {
  const text = input.trim();
  if (text === '') return '';
  if (NOW.test(text)) return now.toISOString();
  const twelve = timeOfTwelve(text);
  if (twelve !== undefined) return lastAt(twelve.hours, twelve.minutes, now);
  const [, hours, minutes] = TIME_ALONE.exec(text) ?? [];
  if (hours !== undefined && minutes !== undefined) return lastAt(Number(hours), Number(minutes), now);
  const read = parseLenientDate(text, now);
  return read.kind === 'moment' ? read.iso : undefined;
}

function lastAt(hours: number, minutes: number, now: Date): string | undefined {
  if (hours > 23 || minutes > 59) return undefined;
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate(), hours, minutes);
  if (today <= now) return today.toISOString();
  const yesterday = new Date(now.getTime() - DAY_MS);
  yesterday.setHours(hours, minutes, 0, 0);
  return yesterday.toISOString();
}

/** Formats local time as `2026-05-12 14:05`; '' for none. */
export function momentText(instant: string): string {
  if (instant === '') return '';
  const date = new Date(instant);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
