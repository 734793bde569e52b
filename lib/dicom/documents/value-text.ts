/** Readable forms of dates, times, names and numbers; a value of another form stays as written. */
import type { DicomDataset } from '#dicom/read-dataset.ts';

const DATE = /^(\d{4})\.?(\d{2})\.?(\d{2})$/;
const TIME = /^(\d{2}):?(\d{2})(?::?(\d{2})(?:\.\d{1,6})?)?$/;
const DATE_TIME = /^(\d{8})(\d{4,6})?(?:\.\d{1,6})?([+-]\d{4})?$/;

/** `20130125` as `2013-01-25`. */
export function dateText(date: string): string {
  const parts = DATE.exec(date.trim());
  return parts === null ? date : parts.slice(1).join('-');
}

/** `105919` as `10:59:19`. */
export function timeText(time: string): string {
  const parts = TIME.exec(time.trim());
  return parts === null
    ? time
    : parts
        .slice(1)
        .filter((part) => part !== undefined)
        .join(':');
}

/** `20130125105919+0100` as `2013-01-25 10:59:19 +0100`. */
export function dateTimeText(instant: string): string {
  const [, date, time, zone] = DATE_TIME.exec(instant.trim()) ?? [];
  if (date === undefined) return instant;
  return [dateText(date), time && timeText(time), zone].filter(Boolean).join(' ');
}

/** `Doe^Jane^^Dr.` as `Doe, Dr. Jane`; other scripts follow in brackets. */
export function nameText(name: string): string {
  const [first = '', ...others] = name.split('=').map(spoken).filter(Boolean);
  return others.length === 0 ? first : `${first} (${others.join(', ')})`;
}

function spoken(name: string): string {
  const [family, given, middle, prefix, suffix] = name.split('^').map((part) => part.trim());
  return [family, [prefix, given, middle, suffix].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

/** The numbers of an element, separated by commas; at most `max` of them, then how many more there are. */
export function numbersText(dataset: DicomDataset, tag: string, max: number): string | undefined {
  const values = dataset.numberValues(tag);
  if (values.length === 0) return undefined;
  const shown = values.slice(0, max).map((value) => (value === undefined ? '?' : String(value)));
  return values.length > max ? `${shown.join(', ')} and ${values.length - max} more` : shown.join(', ');
}
