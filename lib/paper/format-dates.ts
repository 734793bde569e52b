/** Formats dates for paper in the time zone it is given; every time names that zone, because the reader's may differ. */
import type { PaperLocale } from '#contract/exchange/paper-locale.ts';

/** How a layout writes instants. A day without time is its UTC day everywhere. */
export interface PaperDates {
  /** Formats a day briefly, as `14 Mar 1961`. */
  readonly shortDay: (instant: string) => string;
  /** Formats a day in full, as `14 March 1961`. */
  readonly longDay: (instant: string) => string;
  /** `14:03 CET`, or by its distance where the zone has no short name: `14:03 GMT+5:30`. */
  readonly clockTime: (instant: string) => string;
}

export function paperDates({ language, time_zone }: PaperLocale): PaperDates {
  // Day before month, as in the interface.
  const tag = language === 'en' ? 'en-GB' : language;
  const written = (options: Intl.DateTimeFormatOptions) => {
    const local = new Intl.DateTimeFormat(tag, { ...options, timeZone: time_zone });
    const ofDay = new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' });
    return (instant: string) => (isDayOnly(instant) ? ofDay : local).format(new Date(instant));
  };
  return {
    shortDay: written({ day: 'numeric', month: 'short', year: 'numeric' }),
    longDay: written({ day: 'numeric', month: 'long', year: 'numeric' }),
    clockTime: clock(tag, time_zone),
  };
}

/** A day alone, or midnight UTC to the millisecond. */
function isDayOnly(instant: string): boolean {
  return !instant.includes('T') || instant.endsWith('T00:00:00.000Z');
}

function clock(tag: string, timeZone: string): PaperDates['clockTime'] {
  const format = new Intl.DateTimeFormat(tag, {
    ...({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const),
    ...({ timeZone, timeZoneName: 'short' } as const),
  });
  return (instant) => {
    const parts = format.formatToParts(new Date(instant));
    const part = (type: Intl.DateTimeFormatPartTypes) =>
      parts.find((each) => each.type === type)?.value ?? '';
    return `${part('hour')}:${part('minute')} ${part('timeZoneName')}`;
  };
}
